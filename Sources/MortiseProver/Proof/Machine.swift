// SPDX-License-Identifier: MIT

import MortiseGraph

/// Interprets a program over what is known of its values, on all ways at once.
///
/// It never forks: where ways meet, their states are joined. What has no rule makes everything
/// unknown that it can reach. So what it finds out holds however the program runs.
final class Machine {
    let program: Program

    /// What is known where it is; `nil` if no way leads there.
    var state: State? = State()
    var environment = Environment()
    var frame: Frame

    /// Whether the program says itself when values are equal of types that are not its own, or of some
    /// arguments of its own: which of its operators are meant is not followed.
    private(set) lazy var comparesOthers = program.comparesOthers

    /// What it notes in this round.
    var round = Round()
    /// What it noted in the round before.
    let previous: Round
    /// The containers that factories asked then.
    let others: Set<Origin>
    /// What escaped code did then, in an order that is always the same.
    let effects: [(key: Int, value: Round.Effects)]
    /// What code may call that is not read, as it was found then, by the type that it belongs to.
    let entered: [SwiftType: [Int]]
    /// What stays from round to round.
    let memory: Memory

    /// The containers whose changes are not published yet, with what requests find meanwhile.
    var staged: [Origin: ContainerState] = [:]
    /// The piece of escaped code that runs.
    var running: Running?
    /// The pieces of escaped code whose states are to be joined with others, in which they escape, too.
    var merging: [Merge] = []
    /// The piece whose states are being joined.
    var merged: Int?
    /// The function that begins by itself and runs.
    var main: ObjectIdentifier?
    /// What the factory that runs asks for, by need.
    var making: Making?
    var calls = 0
    /// The tests that have taken place in what runs, and how many loops are around that run any
    /// number of times.
    var tested: Set<Facts.Label> = []
    var loops = 0
    /// What a getter that ran last has left of its owner, if it has changed that.
    var changedOwner: Value?
    /// Whether what a function leaves is looked at where it has thrown.
    var isFailing = false
    /// How many calls are around that may run one of several bodies.
    var alternatives = 0
    /// Whether a comment says that a function runs first and once.
    let isFirst: (Place) -> Bool

    init(
        _ program: Program,
        _ memory: Memory,
        after previous: Round,
        isFirst: @escaping (Place) -> Bool
    ) {
        self.isFirst = isFirst
        self.program = program
        self.memory = memory
        self.previous = previous
        others = Set(previous.makings.values.flatMap(\.requests).map(\.container))
        effects = previous.effects.inOrder
        entered = previous.entered.inOrder.reduce(into: [:]) {
            $0[$1.value, default: []].append($1.key)
        }
        frame = Frame(path: CallPaths.root, at: Place(file: 0, start: 0, end: 0))
    }

    /// Counts a call; `false` once there were too many, or the time is over.
    func countCall() -> Bool {
        calls += 1
        return calls < Self.callLimit && !memory.isLate
    }

    static let callLimit = 20_000
}

/// A piece of escaped code that runs.
struct Running {
    let number: Int
    /// What was known when it began.
    let start: State
    /// What it made for all: the values of global variables.
    var shared: Set<Origin> = []

    /// Whether other code has a container or an object.
    func isShared(_ origin: Origin) -> Bool {
        shared.contains(origin) || start[origin] != nil || start.objects.contains(origin)
    }
}

/// What stays from round to round.
final class Memory {
    /// When interpreting ends, whether everything is known or not.
    private let deadline: ContinuousClock.Instant

    init(until deadline: ContinuousClock.Instant) { self.deadline = deadline }

    var isLate: Bool { ContinuousClock.now > deadline }

    var paths = CallPaths()
    /// The tests that take place several times.
    var repeated: Set<Facts.Label> = []
    /// The pieces of escaped code that look at what may change later.
    var lookers: Set<Int> = []
    /// The definitions that variables name of containers of which later ones were made.
    var outlived: Set<Definition> = []
    /// The closures and local functions that are called where the variables that they see are not known.
    var strays: Set<Escape.Key> = []
    /// The local variables that closures see.
    var captured: Set<Cell> = []
    /// The local variables that are weak.
    var weak: Set<Cell> = []
    /// The objects that unread code may have.
    var exposed: Set<Origin> = []
    /// The properties that unread code may write, by USR.
    var tainted: Set<String> = []
    /// Whether code that is not read has a container.
    var hasLost = false
    /// Whether code that may run at any time asks for the container that is bound then.
    var looksForCurrent = false
    /// The names by which containers are looked up, by the type of what has them.
    var names: [SwiftType: Set<Value>] = [:]
    /// The containers that factories of their own give away as instances.
    var given: [Origin] = []
    /// The contexts of injectors that occur, and why there may be others.
    var contexts: [Value] = []
    var contextGap: Gap?
    /// The members of assemblies that define something, with what is known of each.
    var members: [Definition: AssemblyMember] = [:]
    /// Whether some code may replace the default context of assemblies.
    var replacesDefaultContext: Bool?
    var contextsOfAssemblies: [Origin: Value] = [:]
    /// Whether functions define something themselves.
    var definers: [ObjectIdentifier: Bool] = [:]
    /// The types of assemblies that occur.
    var assemblies: [SwiftType] = []
    /// What members may be substituted with.
    var substitutes: Set<MemberSubstitute> = []
    /// The pieces of escaped code, by what they are.
    var numbers: [Escape.Key: Int] = [:]
    /// What functions may touch.
    var reaches: [ObjectIdentifier: Reach] = [:]
    /// Whether the initial values of the properties of types leave everything as it is.
    var madeInertly: [SwiftType: Bool] = [:]
    /// The names that a closure mentions.
    var mentioned: [ObjectIdentifier: Set<String>] = [:]
    /// The pieces of escaped code that a piece lets escape.
    var released: [Int: Set<Int>] = [:]
    private var definitions: [Definition: Definition] = [:]

    /// The one definition that stands for all equal ones.
    func definition(_ definition: Definition) -> Definition {
        if let known = definitions[definition] { return known }
        definitions[definition] = definition
        return definition
    }

    func number(_ key: Escape.Key) -> Int {
        if let known = numbers[key] { return known }
        numbers[key] = numbers.count + 1
        return numbers.count
    }

    /// The numbers of a piece of code and of all that it lets escape.
    func descendants(of number: Int) -> Set<Int> {
        var found: Set<Int> = [number]
        var waiting = [number]
        while let next = waiting.popLast() {
            waiting += (released[next] ?? []).filter { found.insert($0).inserted }
        }
        return found
    }
}

/// What was noted while the whole program was interpreted once.
struct Round {
    var visits: [Visit] = []
    var openings: [Opening] = []
    /// Calls of providers that somebody was given, each with what it asks of a container that is not
    /// known there, and the providers that may be meant.
    var providerCalls: [Visit] = []
    var providers: [(container: Origin, need: Need)] = []
    var definitions: [Definition] = []
    var members: [Definition: AssemblyMember] = [:]
    var substitutes: Set<MemberSubstitute> = []
    var containers: [Origin: ContainerState] = [:]
    /// Call sites of which nothing can be said, each with the reason.
    var unread: [(place: Place, gap: Gap, caller: Place?)] = []
    /// The places that no way leads to.
    var dead: Set<Place> = []
    /// The places of calls of Mortise that some way leads to.
    var reached: Set<Place> = []
    /// The functions whose bodies ran.
    var ran: Set<Function> = []
    /// The instances that were made, by the USR of the type.
    var objects: [String: [Instance]] = [:]
    /// Whether methods ran of instances that only the round before had found by then.
    var tookInstances = false
    /// What stored properties hold in some instance, by USR.
    var properties: [String: Value] = [:]
    /// What runs when the factories, steps and decorators run.
    var makings: [Escape.Key: Making] = [:]

    /// What happens after a piece of code has escaped, by its number.
    var after: [Int: Effects] = [:]
    /// What escaped code does to what it did not make, by its number.
    var effects: [Int: Effects] = [:]
    /// The containers that escaped code made.
    var foreign: [Origin: ContainerState] = [:]
    var escapes: [Int: Escape] = [:]
    /// The numbers of what code may call that is not read, with the type that it belongs to.
    var entered: [Int: SwiftType] = [:]
    /// The numbers of what such code may call without an instance.
    var enteredAtOnce: Set<Int> = []
    /// What the scopes of requests are asked for, what stands for those that are opened, and why not all
    /// is known of them.
    var scoped: Set<ScopedRequest> = []
    var opened: Set<Origin> = []
    var requestGap: Gap?
    /// The pieces of escaped code that did not run yet.
    var waiting: [Int] = []
    /// An instance, and what is known when it was made.
    struct Instance {
        let value: Value
        let state: State
    }

    /// What happens to containers and variables at times that are not known.
    struct Effects: Equatable {
        var containers: [Origin: Change] = [:]
        var cells: [Cell: Value] = [:]
        /// What the initial values of global variables have made.
        var made: [Cell: Made] = [:]
    }

    /// What an expression has made.
    struct Made: Equatable {
        var containers: [Origin: ContainerState] = [:]
        var fields: [Cell: Value] = [:]
    }
}

/// A function that runs.
final class Frame {
    /// The calls that led here, and the rounds of loops.
    var path: Int
    let substitutions: Substitutions
    let lane: Lane
    let place: Place
    /// The functions that are running, outermost first.
    let calls: [Call]

    /// What `Container.current` is bound to, innermost last.
    var current: [Value]

    /// Whether it runs the statements of a script, which no call has begun.
    var isScript = false

    /// Whether it is an initializer.
    var isInitializer = false

    /// Whether it is an init accessor, which stores what it assigns to properties of `self`.
    var isInitAccessor = false

    /// The member of an assembly that it runs, and whether it runs for one.
    var member: Function?
    var isOfMember = false

    /// The call that began it, if the program has it.
    var caller: Place?

    /// Whether a failure here is handled by a caller.
    var isCaughtOutside = false
    /// Whether it may be, and whether it may end the program there.
    var mayBeCaughtOutside = false
    var mayEndOutside = false
    /// Whether any other error is handled by a caller.
    var handlesAllOutside = false

    /// Whether a test expects that something here may fail.
    var isExpectedToFail = false

    /// The value that is returned, and the state then.
    var result: (state: State, value: Value)?
    /// What jumps and errors may lead to, innermost last.
    var targets: [Target] = []
    /// The variables that it has declared.
    var declared: [Cell] = []
    /// The values of branches that are expressions.
    var given: [Value] = []

    init(
        path: Int,
        substitutions: Substitutions = [:],
        lane: Lane = .synchronous,
        calls: [Call] = [],
        current: [Value] = [],
        at place: Place
    ) {
        self.path = path
        self.substitutions = substitutions
        self.lane = lane
        self.calls = calls
        self.current = current
        self.place = place
    }

    /// A piece of code that runs, by the calls that led there.
    struct Call: Hashable {
        let code: ObjectIdentifier
        let path: Int
    }

    /// A statement that is left, gone on with or failed into from inside.
    final class Target {
        enum Kind {
            case loop, choice, block, chain, rollback, function
            /// What may handle an error or throw it on.
            case clauses
            /// What handles errors, or ends the program if there is one.
            case handler, ending
            /// What expects a failure inside. No error leads to it.
            case expecting
        }

        let kind: Kind
        /// Whether it handles every error, if it handles those of requests.
        let handlesAll: Bool
        /// Whether an error that it handles is kept, and may be thrown later.
        var keepsErrors = false
        var left: State?
        var next: State?
        var fallen: State?
        var failed: State?

        init(_ kind: Kind, handlesAll: Bool = true) {
            (self.kind, self.handlesAll) = (kind, handlesAll)
        }
    }

    /// What a failure here meets first in the same function, if anything.
    private var answering: Target? {
        let kinds: [Target.Kind] = [.handler, .ending, .expecting]
        return targets.last { kinds.contains($0.kind) }
    }

    private var answer: Target.Kind? { answering?.kind }

    /// Whether a failure here is handled in the same function, or expected by a test.
    var isCaught: Bool { answer.map { $0 != .ending } ?? isExpectedToFail }

    /// Whether a failure here is handled in the same function or by a caller.
    var isCaughtAnywhere: Bool { isCaught || answer == nil && isCaughtOutside }

    /// Whether any error here is handled in the same function, also if it is none of a request;
    /// `nil` if nothing in it decides that.
    var handlesAllHere: Bool? {
        answering.map { $0.kind == .handler && $0.handlesAll }
    }

    /// Whether any error here is handled in the same function or by a caller.
    var handlesAll: Bool { handlesAllHere ?? handlesAllOutside }

    /// Whether it may be handled, here or by a caller.
    var mayBeCaught: Bool {
        isCaughtAnywhere || mayBeCaughtOutside || targets.contains { $0.kind == .clauses }
    }

    /// Whether it may end the program, here or in a caller.
    var mayEnd: Bool { mayEndOutside || targets.contains { $0.kind == .ending } }

    /// Whether a test expects that a function fails that is called here.
    var expectsFailure: Bool {
        switch targets.last(where: { $0.kind == .ending || $0.kind == .expecting })?.kind {
        case .ending: false
        case .expecting: true
        default: isExpectedToFail
        }
    }
}

/// A request at a place, with what it finds there.
struct Visit {
    let place: Place
    let container: Origin
    var need: Need
    /// The containers that it can reach, and those that factories may ask that it leads to.
    var world: [Origin: ContainerState]
    var isCaught: Bool
    /// The call that led to its function.
    var caller: Place?
    /// How tests have turned out on every way there.
    var facts = Facts()
    /// The containers that nothing may keep alive there.
    var gone: Set<Origin> = []
    /// Whether its container may be that of another run of the code that made it.
    var isOfAnyRun = false
}

/// A place where a scope is opened: what it needs must be there.
struct Opening {
    let place: Place
    let container: Origin
    let world: [Origin: ContainerState]
    let isCaught: Bool
}

// MARK: - States

extension Machine {
    /// One of two states, of which either may be none.
    ///
    /// - Parameters:
    ///   - first: One of them.
    ///   - second: The other one.
    ///   - cause: The condition that decides between them, if it is one.
    ///   - isLast: Whether nothing runs afterwards.
    /// - Returns: What holds in both.
    func joined(
        _ first: State?,
        _ second: State?,
        because cause: Place? = nil,
        isLast: Bool = false
    ) -> State? {
        guard var joined = first else { return second }
        guard var other = second else { return first }
        takeIn(&joined, &other)
        var lost: [Value] = []
        joined.join(other, because: cause, lost: { lost.append($0) }) {
            if !isLast { note($1, of: $0) }
        }
        for value in lost { escape(value, Self.tooMany, at: frame.place, in: &joined) }
        return joined
    }

    static let tooMany = "it is one of too many values"

    /// Runs one part, then another one from where the first began, and joins both ends.
    func either<A>(_ first: () -> A, _ second: () -> A) -> (A, A) {
        let before = state
        let one = first()
        let after = state
        state = before
        let other = second()
        state = joined(after, state)
        return (one, other)
    }

    /// Does something with each of some things, each from the same state, and joins what comes out.
    func oneOf<A>(_ all: [A], _ body: (A) -> Value) -> Value {
        // What has nothing to do with wiring is not followed in each of them.
        let around = alternatives
        alternatives += all.count > 1 ? 1 : 0
        defer { alternatives = around }
        let before = state
        var (after, values) = (State?.none, [Value]())
        for one in all {
            state = before
            values.append(body(one))
            after = joined(after, state)
        }
        state = after
        return any(of: values)
    }

    /// Does something with each value that one may be, and joins what comes out.
    func each(_ value: Value, _ body: (Value) -> Value) -> Value {
        guard case .set = value else { return body(value) }
        let before = state
        var (after, result) = (State?.none, Value.unset)
        for (value, facts) in value.alternatives where value != .unset {
            // It is another one on the way that led here.
            guard let before, let both = before.facts.and(facts) else { continue }
            state = before
            state?.facts = both
            let made = body(value)
            result = joined(result, after, made, state)
            after = joined(after, state)
        }
        state = after
        return result == .unset ? .unknown : result
    }

    /// One of two values, each at the end of a way.
    func joined(_ first: Value, _ one: State?, _ second: Value, _ other: State?) -> Value {
        guard let one, first != .unset else { return second }
        guard let other else { return first }
        let ways = Facts.apart(one.facts, other.facts)
        return first.joined(second, under: ways) { escape($0, Self.tooMany, at: frame.place) }
    }

    /// One of some values; what is not told apart any more escapes.
    func any(of values: [Value]) -> Value {
        Value.any(of: values) { escape($0, Self.tooMany, at: frame.place) }
    }

    /// What holds on two ways, or on the second one alone.
    func joined(_ first: Value?, _ second: Value) -> Value {
        first.map { any(of: [$0, second]) } ?? second
    }
}
