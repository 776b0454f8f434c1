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

    /// Who has a name or flies a starship of that name, ready to print.
    ///
    /// The first question opens the archive; each has a scope of its own, which is closed behind it.
    func answer(about name: String) async throws -> String {
        do {
            return try await container.withScope(.request) { request in
                try await request.async.resolve(Visit.self).answer(about: name)
            }
        } catch let error as ResolutionError {
            // Users want to know what is wrong with the server, not whom that kept from being made.
            throw error.underlying ?? error
        }
    }

    /// Closes all that is open, the last one first.
    ///
    /// - Returns: How many questions were answered.
    func close(deadline: Duration) async throws -> Int {
        let journal: Journal = try container.resolve()
        try await container.close(deadline: deadline)
        return journal.events.count { $0 == .visitEnded }
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
