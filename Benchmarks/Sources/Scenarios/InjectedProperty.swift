// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip

/// An object that gets its service by a property, not by its initializer.
package protocol PropertyOwner: AnyObject {
    /// The service.
    var injected: (any TransientService)? { get }
}

/// Written by hand, or filled by a step.
final class OwnerByHand: PropertyOwner {
    var injected: (any TransientService)?
}

private final class InjectedOwner: PropertyOwner {
    @Mortise.Injected var service: any TransientService
    var injected: (any TransientService)? { service }
}

private final class DipOwner: PropertyOwner {
    @MortiseDip.Injected var injected: (any TransientService)?
}

/// Wires owners by hand.
final class OwnersByHand: Sendable {
    @inline(never) func service() -> any TransientService { TransientImplementation() }

    @inline(never) func owner() -> any PropertyOwner {
        let owner = OwnerByHand()
        owner.injected = service()
        return owner
    }

    func wire(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var owner = owner()
            confirmed += confirm(&owner, is: OwnerByHand.self)
        }
        return confirmed
    }
}

/// S8: a new object, and one that is injected into a property of it.
package struct InjectedProperty: Scenario {
    package static let name = "S8"
    package static let summary = "an object with an injected property"
    package static let objects = 2

    private let root = OwnersByHand()
    private let container: Container

    package init() throws {
        container = Container {
            $0.register { TransientImplementation() as any TransientService }
            $0.register { InjectedOwner() as any PropertyOwner }
        }
        _ = try container.resolve((any PropertyOwner).self)
    }

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var owner: any PropertyOwner = try container.resolve()
            confirmed += confirm(&owner, is: InjectedOwner.self)
        }
        return confirmed
    }

    package func verify() throws {
        let owner: any PropertyOwner = try container.resolve()
        try require(owner.injected is TransientImplementation, "the property is filled")
    }
}

/// S8dip: a new object, and one that is injected into a property of it, by Dip's vocabulary.
package struct DipInjectedProperty: Scenario {
    package static let name = "S8dip"
    package static let summary = "an object with an injected property, by Dip's vocabulary"
    package static let objects = 2

    private let root = OwnersByHand()
    private let container: DependencyContainer

    package init() throws {
        container = DependencyContainer {
            $0.register(.unique) { TransientImplementation() as any TransientService }
            $0.register(.unique) { DipOwner() as any PropertyOwner }
        }
        _ = try container.resolve() as any PropertyOwner
    }

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var owner: any PropertyOwner = try container.resolve()
            confirmed += confirm(&owner, is: DipOwner.self)
        }
        return confirmed
    }

    package func verify() throws {
        let owner: any PropertyOwner = try container.resolve()
        try require(owner.injected is TransientImplementation, "the property is filled")
    }
}
