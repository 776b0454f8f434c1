// SPDX-License-Identifier: MIT

import Mortise

/// A service without dependencies.
package protocol TransientService {
    /// Distinguishes instances.
    var number: Int { get }
}

final class TransientImplementation: TransientService {
    var number: Int { 1 }
}

private final class Root: Sendable {
    @inline(never) func service() -> any TransientService { TransientImplementation() }

    func wire(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service = service()
            confirmed += confirm(&service, is: TransientImplementation.self)
        }
        return confirmed
    }
}

/// S1: a new object for each request.
package struct Transient: Scenario {
    package static let name = "S1"
    package static let summary = "a new object"
    package static let objects = 1

    private let root = Root()
    private let container: Container

    package init() throws {
        container = Container {
            $0.register { TransientImplementation() as any TransientService }
        }
    }

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

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

/// S1assembly: a new object for each request, as a member of an assembly.
package struct TransientMember: Scenario {
    package static let name = "S1assembly"
    package static let summary = "a new object, by a member"
    package static let objects = 1

    private struct Services: Assembly {
        let container: Container
        var service: any TransientService {
            define { TransientImplementation() as any TransientService }
        }
    }

    private let root = Root()
    private let services = Services(container: Container())

    package init() { _ = services.service }

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service = services.service
            confirmed += confirm(&service, is: TransientImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let (first, second) = (services.service as AnyObject, services.service as AnyObject)
        try require(first !== second, "each access gets an object of its own")
    }
}
