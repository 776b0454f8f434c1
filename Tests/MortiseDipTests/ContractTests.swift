// SPDX-License-Identifier: MIT

import MortiseDip
import MortiseTesting
import Testing

/// The sample in the vocabulary of Dip.
private struct DipVocabulary: Vocabulary {
    struct Wired: WiredSample {
        let container: DependencyContainer

        func resolve<T>(_ type: T.Type) throws -> T { try container.resolve() }
        func resolve<T>(_ type: T.Type, tag: String) throws -> T { try container.resolve(tag: tag) }
    }

    func wire(_ sample: ContractSample) -> any WiredSample {
        let container = DependencyContainer { container in
            container.register(.unique) { ContractSample.Leaf() }
            container.register(.unique, tag: "other") { ContractSample.Leaf(isOther: true) }
            container.register { ContractSample.Shared() }
            container.register(.singleton) { ContractSample.Single() }
            container.register(.unique) {
                ContractSample.Root(leaf: $0, first: $1, second: $2, single: $3)
            }
            container.register(.singleton) { try sample.makeFragile() }
            container.register { ContractSample.Parent() }
                .resolvingProperties { $1.child = try $0.resolve() }
            container.register { ContractSample.Child(parent: $0) }
            container.register(.unique) { ContractSample.Ring(ring: $0) }
        }
        return Wired(container: container)
    }
}

@Suite(.quiet) struct `The contract of vocabularies and Dip` {
    @Test(arguments: ContractRule.all)
    func `is kept by the vocabulary of Dip`(rule: ContractRule) throws {
        try rule.verify(DipVocabulary())
    }
}
