// SPDX-License-Identifier: MIT

import Mortise

/// step: a new object, and one that an injection step sets in it.
package struct InjectionStep: Scenario {
    package static let name = "step"
    package static let summary = "an object with an injection step"
    package static let objects = 2

    private let root = OwnersByHand()
    private let container: Container

    package init() throws {
        container = Container {
            $0.register { TransientImplementation() as any TransientService }
            $0.register { OwnerByHand() }
                .injecting { resolver, owner in
                    owner.injected = try resolver.resolve((any TransientService).self)
                }
        }
        _ = try container.resolve(OwnerByHand.self)
    }

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var owner: any PropertyOwner = try container.resolve(OwnerByHand.self)
            confirmed += confirm(&owner, is: OwnerByHand.self)
        }
        return confirmed
    }

    package func verify() throws {
        let owner = try container.resolve(OwnerByHand.self)
        try require(owner.injected is TransientImplementation, "the step has run")
    }
}
