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

    /// The program's root object, with its dependencies.
    func report() throws -> any Report {
        try container.resolve()
    }

    /// Prints people with a given name, or with a starship of that name.
    ///
    /// The first question opens the archive. Each question has its own scope, which is closed after it.
    func answer(about name: String) async throws -> String {
        do {
            return try await container.withScope(.request) { request in
                try await request.async.resolve(Visit.self).answer(about: name)
            }
        } catch let error as ResolutionError {
            // Users want the server's error, and not the objects that it kept from being made.
            throw error.underlying ?? error
        }
    }

    /// Closes all that is open, the last one first.
    ///
    /// - Returns: The number of answered questions.
    func close(deadline: Duration) async throws -> Int {
        let journal: Journal = try container.resolve()
        try await container.close(deadline: deadline)
        return journal.events.count { $0 == .visitEnded }
    }

    /// A drawing of the dependency graph, ready to print.
    func graph(as format: GraphFormat) throws -> String {
        // The requests of a factory's body are known after its first run.
        _ = try report()
        let graph = container.graph
        switch format {
        case .text: return graph.text()
        case .dot: return graph.dot()
        case .mermaid: return graph.mermaid()
        case .json: return graph.json()
        }
    }

    /// The builds so far, with their order and duration, ready to print; `nil` without timing.
    var timings: String? { stopwatch?.summary }
}
