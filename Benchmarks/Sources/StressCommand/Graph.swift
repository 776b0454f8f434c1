// SPDX-License-Identifier: MIT

/// The registrations: definitions and their requests.
struct Graph: Sendable {
    enum Lane: String, Sendable {
        case sync, async, main
    }

    enum Lifetime: String, Sendable {
        case unique, shared, singleton, eager, weak, scoped

        /// Whether a container keeps the instance.
        var isKept: Bool { self == .singleton || self == .eager || self == .scoped }
        /// Whether all requesters get the same instance.
        var isCached: Bool { isKept || self == .weak }
    }

    enum Nap: String, Sendable {
        case none, yield, short, long
        /// A hop over the main actor, for asynchronous factories.
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
        /// An optional request.
        case optional
        /// Through a container that the factory captured.
        case captured
        /// Through a provider that is called immediately.
        case provider
        /// As one element of the list of all that contributes.
        case listed
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
        /// The failing runs of the factory, repeated cyclically.
        var failures: [Bool] = []
        /// Whether the factory fails after all its requests.
        var failsLate = false
        var stepFailures: [Bool] = []
        var hasCallback = false
        var isClosed = false
        var closesSlowly = false
        /// Whether the `deinit` of instances resolves.
        var resolvesInDeinit = false
        /// Whether it is registered in a linked container.
        var isLinked = false
        /// Whether it contributes to the list.
        var contributes = false
        /// Whether its factory resolves the input of the nearest scope.
        var needsInput = false

        var failsEver: Bool { failures.contains(true) || stepFailures.contains(true) }

        /// Whether work is left when the factory has returned.
        var isFinishedByStep: Bool { steps > 0 || edges.contains { $0.place == .property } }

        /// Whether the list is resolved at a place.
        func hasList(at place: Place) -> Bool {
            edges.contains { $0.place == place && $0.manner == .listed }
        }
    }

    var definitions: [Definition] = []

    /// The colour of a definition's type: several types, so that keys differ not only by tag.
    static func color(of definition: Int) -> Int { definition % 3 }
}

extension Graph: CustomStringConvertible {
    var description: String {
        definitions.indices.map { index in
            let definition = definitions[index]
            var line = "  \(index): \(definition.lane) \(definition.lifetime)"
            if definition.takesArgument { line += " (Int)" }
            if definition.isLinked { line += ", linked" }
            if definition.contributes { line += ", contributes" }
            if definition.needsInput { line += ", needs the input" }
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
