// SPDX-License-Identifier: MIT

@testable import Mortise

/// A small dependency graph to explore: the requests of each definition's factory and step.
struct ModelGraph: Hashable, CustomStringConvertible {
    struct Definition: Hashable {
        /// Whether its factory is asynchronous.
        var isAsync = false
        var factory: [Int] = []
        var step: [Int] = []
        var factoryThrows = false
        var stepThrows = false
        /// Whether it handles failed requests, like `try?`.
        var handlesFailures = false

        /// Whether there is a step.
        var hasStep: Bool { !step.isEmpty || stepThrows }
    }

    var definitions: [Definition]

    var description: String {
        definitions.enumerated().map { index, definition in
            "\(Self.name(index)): \(definition.isAsync ? "async" : "sync")"
                + (definition.factory.isEmpty && !definition.factoryThrows
                    ? "" : " factory \(definition.factory.map(Self.name).joined())")
                + (definition.factoryThrows ? " throws" : "")
                + (definition.hasStep ? " step \(definition.step.map(Self.name).joined())" : "")
                + (definition.stepThrows ? " throws" : "")
                + (definition.handlesFailures ? " try?" : "")
        }.joined(separator: "; ")
    }

    static func name(_ definition: Int) -> String {
        definition < 26 ? String(Character(UnicodeScalar(UInt8(65 + definition)))) : "?"
    }

    /// Whether it has a cycle of factories without a step.
    var hasFactoryCycle: Bool {
        definitions.indices.contains { start in
            var pending = definitions[start].factory
            var seen: Set<Int> = []
            while let next = pending.popLast() {
                if next == start { return true }
                if seen.insert(next).inserted { pending += definitions[next].factory }
            }
            return false
        }
    }

    /// All definitions that are reachable from some.
    func reachable(from roots: [Int]) -> Set<Int> {
        var pending = roots
        var seen: Set<Int> = []
        while let next = pending.popLast() {
            guard seen.insert(next).inserted else { continue }
            pending += definitions[next].factory + definitions[next].step
        }
        return seen
    }
}
