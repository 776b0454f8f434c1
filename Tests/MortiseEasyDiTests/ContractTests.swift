// SPDX-License-Identifier: MIT

import Mortise
import MortiseEasyDi
import MortiseTesting
import Testing

/// The sample as members of a class, resolved by a Mortise container on the same engine.
private struct EasyDiVocabulary: Vocabulary {
    final class Members: MortiseEasyDi.Assembly {
        var sample: ContractSample?

        var leaf: ContractSample.Leaf { define(scope: .prototype, init: ContractSample.Leaf()) }
        var other: ContractSample.Leaf {
            define(scope: .prototype, init: ContractSample.Leaf(isOther: true))
        }
        var shared: ContractSample.Shared { define(init: ContractSample.Shared()) }
        var single: ContractSample.Single {
            define(scope: .lazySingleton, init: ContractSample.Single())
        }
        var root: ContractSample.Root {
            define(
                scope: .prototype,
                init: ContractSample.Root(
                    leaf: leaf,
                    first: shared,
                    second: shared,
                    single: single
                )
            )
        }
        var fragile: ContractSample.Fragile {
            get throws {
                guard let sample else { throw CancellationError() }
                return try define(scope: .lazySingleton, trying: try sample.makeFragile())
            }
        }
        var parent: ContractSample.Parent {
            get throws {
                try define(trying: ContractSample.Parent()) {
                    $0.child = try self.child
                    return $0
                }
            }
        }
        var child: ContractSample.Child {
            get throws { try define(trying: try ContractSample.Child(parent: self.parent)) }
        }
        var ring: ContractSample.Ring {
            get throws {
                try define(scope: .prototype, trying: try ContractSample.Ring(ring: self.ring))
            }
        }
    }

    struct Wired: WiredSample {
        let context: DIContext

        func resolve<T>(_ type: T.Type) throws -> T { try context.container.resolve(type) }

        func resolve<T>(_ type: T.Type, tag: String) throws -> T {
            try context.container.resolve(type, tag: tag)
        }
    }

    func wire(_ sample: ContractSample) -> any WiredSample {
        let context = DIContext()
        let members = { @Sendable [unowned context] in
            let members = Members.instance(from: context)
            members.sample = sample
            return members
        }
        let container = context.container
        container.register { members().leaf }
        container.register(tag: "other") { members().other }
        container.register { members().shared }
        container.register { members().single }
        container.register { members().root }
        container.register { try members().fragile }
        container.register { try members().parent }
        container.register { try members().child }
        container.register { try members().ring }
        return Wired(context: context)
    }
}

@Suite struct `The contract of vocabularies` {
    @Test(arguments: ContractRule.all)
    func `is kept by the vocabulary of EasyDi`(rule: ContractRule) throws {
        try rule.verify(EasyDiVocabulary())
    }
}
