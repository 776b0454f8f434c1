// SPDX-License-Identifier: MIT

import MortiseGraph

/// What is known of a value.
indirect enum Value {
    /// A value of which only the type is known. Equal symbols are the same value.
    case unknown(Int, SwiftType)

    /// A container, or its view of a lane.
    case container(Int, Lane)

    /// The resolver that a factory or a step is given.
    case resolver(FactoryRun)

    /// What registering returned.
    case definition(DefinitionFact)

    /// What `decorate` returned.
    case decoration(DefinitionFact)

    /// Definitions and declarations that a module stores until it is installed.
    case stored(StoredStatement)

    /// A closure with the variables that it sees.
    case closure(ClosureValue)

    /// A function inside another one, with the variables that it sees.
    case localFunction(Function, Variables)

    /// A function that is not applied yet.
    case function(Reference, of: Value?)

    /// A type.
    case type(SwiftType)

    case string(String)
    case integer(Int)
    case boolean(Bool)
    /// A truth value that is true when a guard holds.
    case condition(Guard)
    case none

    /// A case of an enumeration, with its payload.
    case enumCase(Reference, SwiftType, [Value])

    /// An instance of a type whose properties are known.
    case object(Object)

    case array([Value])
    case tuple([Value])
    case dictionary([(key: Value, value: Value)])

    /// A scope in which instances live.
    case lifetime(Lifetime)

    /// The name of a scope.
    case scopeName(String)

    /// A tag.
    case tag(DefinitionTag)

    /// `.inherited`.
    case inheritedTag

    /// The wrapper of an optional property, a replacement rule and other words of the interface.
    case word(String)

    /// One of several, which the first guard that holds selects.
    case choice([(guard: Guard, value: Value)])
}

/// Where factories run.
typealias Lane = Graph.Lane

/// An instance of a structure or class whose properties are known.
final class Object {
    let type: SwiftType
    let usr: String
    let isClass: Bool
    var fields: [String: Value] = [:]
    /// When it came into being.
    var birth = Guard.always
    var isUnderConstruction = false

    init(_ type: SwiftType, usr: String, isClass: Bool) {
        self.type = type
        self.usr = usr
        self.isClass = isClass
    }

    func copied() -> Object {
        let copy = Object(type, usr: usr, isClass: isClass)
        copy.fields = fields
        return copy
    }
}

/// A closure, and what it sees.
final class ClosureValue {
    let closure: Expression.Closure
    let type: SwiftType
    let variables: Variables
    let frame: Frame
    let place: Place

    init(
        _ closure: Expression.Closure,
        type: SwiftType,
        _ variables: Variables,
        _ frame: Frame,
        at place: Place
    ) {
        self.closure = closure
        self.type = type
        self.variables = variables
        self.frame = frame
        self.place = place
    }
}

/// The variables of a block, and those around it.
final class Variables {
    private var values: [String: Value] = [:]
    private var functions: [String: (function: Function, variables: Variables)] = [:]
    /// When each variable came into being.
    private var births: [String: Guard] = [:]
    private let outer: Variables?

    init(inside outer: Variables? = nil) { self.outer = outer }

    func declare(_ name: String, _ value: Value, when guardian: Guard = .always) {
        values[name] = value
        births[name] = guardian
    }

    func declare(_ function: Function) { functions[function.name] = (function, self) }

    func function(_ name: String) -> (function: Function, variables: Variables)? {
        functions[name] ?? outer?.function(name)
    }

    subscript(name: String) -> Value? { values[name] ?? outer?[name] }

    /// Changes a variable, if a guard holds.
    func assign(_ name: String, _ value: Value, when guardian: Guard) -> Bool {
        guard let old = values[name] else {
            return outer?.assign(name, value, when: guardian) ?? false
        }
        values[name] = old.replaced(by: value, when: guardian, known: births[name] ?? .always)
        return true
    }
}

extension Value {
    /// This value, or another one if a guard holds.
    ///
    /// - Parameters:
    ///   - value: The other value.
    ///   - guardian: When it is the other one.
    ///   - known: What holds anyway, where the value is read.
    /// - Returns: The value, or a choice of both.
    func replaced(by value: Value, when guardian: Guard, known: Guard) -> Value {
        if guardian == known || guardian.isAlways { return value }
        let others: [(guard: Guard, value: Value)] =
            if case .choice(let options) = self { options } else { [(.always, self)] }
        return .choice([(guardian, value)] + others)
    }

    /// The value as one of several, each with the guard under which it is this one.
    func options(under guardian: Guard) -> [(guard: Guard, value: Value)] {
        guard case .choice(let options) = self else { return [(guardian, self)] }
        var rest = guardian
        var found: [(guard: Guard, value: Value)] = []
        for option in options {
            let own = rest.and(option.guard)
            if !own.isNever { found += option.value.options(under: own) }
            rest = rest.and(option.guard.negated)
            if rest.isNever { break }
        }
        return found
    }
}

/// A function that runs.
final class Frame {
    /// What the generic parameters of the function stand for.
    let substitutions: Substitutions

    /// The factory or step whose body runs, however deep.
    let run: FactoryRun?

    /// Whether what is thrown is caught on the way, so that a failure does not end the program.
    var isCaught: Bool

    let lane: Lane

    /// The values that were returned, each with its guard.
    var results: [(guard: Guard, value: Value)] = []

    /// The values of `then`, each with its guard.
    var given: [(guard: Guard, value: Value)] = []

    /// When control has left the function by `return`.
    var left: [Guard] = []

    /// When an error that nothing caught so far has ended what comes after.
    var failed: [Guard] = []

    /// The place of the call.
    let place: Place

    /// How many calls are open.
    let depth: Int

    /// The functions that are running, outermost first, to notice recursion.
    let calls: [String]

    init(
        substitutions: Substitutions = [:],
        run: FactoryRun? = nil,
        isCaught: Bool = false,
        lane: Lane = .synchronous,
        depth: Int = 0,
        calls: [String] = [],
        at place: Place
    ) {
        self.substitutions = substitutions
        self.run = run
        self.isCaught = isCaught
        self.lane = lane
        self.depth = depth
        self.calls = calls
        self.place = place
    }
}

/// What runs when an instance is made: a factory, or a step after it.
final class FactoryRun {
    let definition: DefinitionFact
    let isStep: Bool
    let lane: Lane

    init(_ definition: DefinitionFact, isStep: Bool, lane: Lane) {
        self.definition = definition
        self.isStep = isStep
        self.lane = lane
    }
}
