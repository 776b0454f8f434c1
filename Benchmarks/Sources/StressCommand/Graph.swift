// SPDX-License-Identifier: MIT

/// What is registered: definitions and what they ask for.
struct Graph: Sendable {
    enum Lane: String, Sendable {
        case sync, async, main
    }

    enum Lifetime: String, Sendable {
        case unique, shared, singleton, eager, weak, scoped

        /// Whether a container keeps the instance.
        var isKept: Bool { self == .singleton || self == .eager || self == .scoped }
        /// Whether everybody gets the same one.
        var isCached: Bool { isKept || self == .weak }
    }

    enum Nap: String, Sendable {
        case none, yield, short, long
        /// A way over the main actor, for asynchronous factories.
        case hop
        /// A sleep that ends with an error when the task is cancelled.
        case cancellable
    }

    enum Place: Hashable, Sendable {
        case factory
        case property
        case step(Int)
    }

    enum Manner: String, Sendable {
        case plain
        /// Errors are ignored.
        case handled
        /// It may be missing.
        case optional
        /// Through a container that the factory captured.
        case captured
        /// Through a provider that is called there and then.
        case provider
    }

    struct Edge: Sendable {
        var target: Int
        var place: Place
        var manner = Manner.plain
        /// The run-time argument, if the target takes one.
        var argument = 0
    }

    struct Definition: Sendable {
        var lane = Lane.sync
        var lifetime = Lifetime.singleton
        var takesArgument = false
        var edges: [Edge] = []
        var steps = 0
        var nap = Nap.none
        /// Which runs of the factory fail, over and over.
        var failures: [Bool] = []
        /// Whether the factory fails after it has asked for everything.
        var failsLate = false
        var stepFailures: [Bool] = []
        var hasCallback = false
        var isClosed = false
        var closesSlowly = false
        /// Whether the `deinit` of instances resolves.
        var resolvesInDeinit = false
        /// Whether it is registered in a container that is linked.
        var isLinked = false

        var failsEver: Bool { failures.contains(true) || stepFailures.contains(true) }

        /// Whether there is more to do when the factory has returned.
        var isFinishedByStep: Bool { steps > 0 || edges.contains { $0.place == .property } }
    }

    var definitions: [Definition] = []

    /// The colour of a definition's type: different types, so that not all keys differ by tag only.
    static func color(of definition: Int) -> Int { definition % 3 }
}

extension Graph: CustomStringConvertible {
    var description: String {
        definitions.indices.map { index in
            let definition = definitions[index]
            var line = "  \(index): \(definition.lane) \(definition.lifetime)"
            if definition.takesArgument { line += " (Int)" }
            if definition.isLinked { line += ", linked" }
            for edge in definition.edges {
                line += ", "
                switch edge.place {
                case .factory: line += "factory"
                case .property: line += "property"
                case .step(let number): line += "step \(number)"
                }
                line += " > \(edge.target)"
                if edge.manner != .plain { line += " \(edge.manner)" }
                if definitions[edge.target].takesArgument { line += " (\(edge.argument))" }
            }
            if definition.nap != .none { line += ", nap \(definition.nap)" }
            if definition.failures.contains(true) {
                line += ", fails \(Self.pattern(definition.failures))"
                line += definition.failsLate ? " late" : ""
            }
            if definition.stepFailures.contains(true) {
                line += ", step 0 fails \(Self.pattern(definition.stepFailures))"
            }
            if definition.hasCallback { line += ", callback" }
            if definition.isClosed {
                line += definition.closesSlowly ? ", slow closer" : ", closer"
            }
            if definition.resolvesInDeinit { line += ", deinit resolves" }
            return line
        }.joined(separator: "\n")
    }

    private static func pattern(_ failures: [Bool]) -> String {
        failures.map { $0 ? "x" : "." }.joined()
    }
}
