// SPDX-License-Identifier: MIT

/// Where something came into being: an expression, and the calls that led there.
struct Origin: Hashable {
    let place: Place

    /// The number of the calls in ``CallPaths``.
    let path: Int

    /// Whether it stands for all that were made there before the latest one.
    var isOld = false

    /// Stands for whatever container is asked for what a definition makes.
    static func asking(for definition: Definition) -> Origin {
        Origin(place: definition.place, path: -2)
    }

    /// Whether it stands for the container that a factory's resolver asks.
    var isOfResolver: Bool { path == -2 }

    /// What stands for the latest one only.
    var latest: Origin { Origin(place: place, path: path) }

    var old: Origin { Origin(place: place, path: path, isOld: true) }
}

extension Origin: Comparable {
    static func < (first: Origin, second: Origin) -> Bool {
        if first.place != second.place { return first.place < second.place }
        if first.path != second.path { return first.path < second.path }
        return !first.isOld && second.isOld
    }
}

/// The calls that lead somewhere, each known by a number.
///
/// A call that is on the way often already does not make it longer, so recursion has finitely many.
struct CallPaths {
    private struct Step: Hashable {
        let before: Int
        let place: Place
        let round: Int
    }

    private var numbers: [Step: Int] = [:]
    private var steps: [Step?] = [nil]

    /// How many calls are told apart, and how many of them at one place.
    private static let limit = 24
    private static let depth = 3

    /// The path of no call.
    static let root = 0

    /// A path with one more call, or round of a loop.
    mutating func path(from before: Int, _ place: Place, round: Int = 0) -> Int {
        let step = Step(before: before, place: place, round: round)
        if let known = numbers[step] { return known }
        var (length, next, count) = (0, before, 0)
        while let earlier = steps[next] {
            if earlier.place == place, earlier.round == round { count += 1 }
            if count == Self.depth { return next }
            (length, next) = (length + 1, earlier.before)
        }
        if length >= Self.limit { return before }
        steps.append(step)
        numbers[step] = steps.count - 1
        return steps.count - 1
    }
}

/// A place where a program keeps a value.
enum Cell: Hashable, Comparable {
    /// A variable of a function that runs, by where it is declared.
    case local(Origin, String)

    /// A stored property of an object, by its USR.
    case field(Origin, String)

    /// A global, static or top-level variable, by its USR.
    case global(String)

    var isLocal: Bool {
        if case .local = self { true } else { false }
    }

    /// Whether it is the instance whose code runs.
    var isSelf: Bool {
        if case .local(_, "self") = self { true } else { false }
    }

    /// Whether other code than what runs may read or write it.
    var isShared: Bool {
        if case .local = self { false } else { true }
    }
}

/// The names that a piece of code sees.
struct Environment: Hashable {
    enum Binding: Hashable {
        case variable(Cell)
        /// A local function, with what it sees.
        case function(Function, Environment)
        /// The accessors of a local variable, with what they see.
        case computed(getter: Function, setter: Function?, Environment)
    }

    private(set) var names: [String: Binding] = [:]

    /// What the generic parameters around stand for.
    var substitutions: Substitutions = [:]

    subscript(name: String) -> Binding? {
        get { names[name] }
        set { names[name] = newValue }
    }

    /// Only the names that are among some.
    func restricted(to used: Set<String>) -> Environment {
        var environment = self
        environment.names = names.filter { used.contains($0.key) }
        return environment
    }

    /// The variables of other code that it leads to.
    var cells: [Cell] {
        names.values.flatMap { binding -> [Cell] in
            switch binding {
            case .variable(let cell): [cell]
            case .function(_, let environment), .computed(_, _, let environment): environment.cells
            }
        }
    }
}

/// Why something is not known, and where the knowledge was lost.
struct Gap: Hashable {
    let reason: String
    let place: Place
}
