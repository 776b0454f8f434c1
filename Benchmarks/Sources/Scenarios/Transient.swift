// SPDX-License-Identifier: MIT

import Mortise

/// Depends on nothing.
package protocol TransientService {
    /// Something to tell one from another.
    var number: Int { get }
}

private final class TransientImplementation: TransientService {
    var number: Int { 1 }
}

/// S1: a new object for each request.
package struct Transient: Scenario {
    package static let name = "S1"
    package static let summary = "a new object"
    package static let objects = 1

    private final class Root: Sendable {
        @inline(never) func service() -> any TransientService { TransientImplementation() }
    }

    private let root = Root()
    private let container: Container

    package init() throws {
        container = Container {
            $0.register { TransientImplementation() as any TransientService }
        }
    }

    package func handWired(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service = root.service()
            confirmed += confirm(&service, is: TransientImplementation.self)
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service: any TransientService = try container.resolve()
            confirmed += confirm(&service, is: TransientImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let first = try container.resolve((any TransientService).self) as AnyObject
        let second = try container.resolve((any TransientService).self) as AnyObject
        try require(first !== second, "each request gets an object of its own")
    }
}
