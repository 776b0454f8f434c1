// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import StarWarsKit

/// The composition root: builds the program from its wiring, and is the only place that resolves.
struct Composition: Sendable {
    /// The program's definitions, of which tests replace some.
    let container: Container
    private let stopwatch: Stopwatch?

    init(_ settings: Settings, isTimed: Bool = false) {
        container = Container(name: "starwars", modules: Wiring(settings: settings))
        stopwatch = isTimed ? Stopwatch(timing: container) : nil
    }

    /// The object the program is about, with everything it needs.
    func report() throws -> any Report {
        try container.resolve()
    }

    /// A drawing of the dependency graph, ready to print.
    func graph(as format: GraphFormat) throws -> String {
        // What factories resolve by themselves is known once they have run.
        _ = try report()
        let graph = container.graph
        switch format {
        case .text: return graph.text()
        case .dot: return graph.dot()
        case .mermaid: return graph.mermaid()
        case .json: return graph.json()
        }
    }

    /// What was built so far, in which order and how long each took, ready to print; `nil` if that
    /// is not timed.
    var timings: String? { stopwatch?.summary }
}
