// SPDX-License-Identifier: MIT

// A defect of the compiler, not of the code: a capture list makes it forget that the closure runs where its
// caller does. When a later compiler accepts this, the page Actors and async has a passage less.

import Mortise

struct Settings: Sendable {}

struct Database: Sendable {
    init(path: String, settings: Settings) async throws {}
}

struct Storage: Module {
    let path: String

    func register(in container: Container) {
        // expect: because crossing of an isolation boundary requires parameter and result types to conform
        container.register(.singleton) { [path] in
            try await Database(path: path, settings: $0.resolve())
        }

        let path = path
        container.register(.singleton) { try await Database(path: path, settings: $0.resolve()) }
    }
}
