// SPDX-License-Identifier: MIT

import Mortise
import MortiseInjector
import MortiseTesting
import Testing

/// The contract's sample with injectors.
private struct Injectors: Vocabulary {
    struct Wired: WiredSample {
        let injector: Injector

        func resolve<T>(_ type: T.Type) throws -> T {
            let isSingle = type == ContractSample.Single.self || type == ContractSample.Fragile.self
            return try injector.resolve(type, injectionType: isSingle ? .singleton : .regular)
        }

        func resolve<T>(_ type: T.Type, tag: String) throws -> T {
            try injector.resolve(type, constrainedTo: tag)
        }
    }

    func wire(_ sample: ContractSample) -> any WiredSample {
        typealias Sample = ContractSample
        let injector = Bench("contract").injector
        injector.register(
            Sample.Leaf.self,
            defaultDependency: "plain",
            implementations: [
                "plain": { Sample.Leaf() }, "other": { Sample.Leaf(isOther: true) },
            ]
        )
        injector.register(Sample.Single.self) { Sample.Single() }
        injector.register(Sample.Shared.self) { Sample.Shared() }
        injector.register(Sample.Root.self) {
            // There is no scope for one resolve: resolve once and use the result twice.
            let shared: Sample.Shared = try injector.resolve()
            return try Sample.Root(
                leaf: injector.resolve(),
                first: shared,
                second: shared,
                single: injector.resolve(injectionType: .singleton)
            )
        }
        injector.register(Sample.Fragile.self) { try sample.makeFragile() }
        injector.register(Sample.Parent.self) {
            let parent = Sample.Parent()
            parent.child = Sample.Child(parent: parent)
            return parent
        }
        injector.register(Sample.Child.self) {
            (try injector.resolve(Sample.Parent.self)).child
        }
        injector.register(Sample.Ring.self) { try Sample.Ring(ring: injector.resolve()) }
        return Wired(injector: injector)
    }
}

@Suite(.quiet) struct `The contract of vocabularies, for injectors` {
    @Test(arguments: ContractRule.all)
    func `is kept`(rule: ContractRule) throws {
        try rule.verify(Injectors())
    }
}
