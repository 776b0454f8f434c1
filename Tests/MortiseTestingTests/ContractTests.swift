// SPDX-License-Identifier: MIT

import Mortise
import MortiseTesting
import Testing

/// Registrations, which users meet first.
private struct MortiseVocabulary: Vocabulary {
    struct Wired: WiredSample {
        let container: Container

        func resolve<T>(_ type: T.Type) throws -> T { try container.resolve(type) }

        func resolve<T>(_ type: T.Type, tag: String) throws -> T {
            try container.resolve(type, tag: tag)
        }
    }

    func wire(_ sample: ContractSample) throws -> any WiredSample {
        Wired(
            container: Container {
                $0.register { ContractSample.Leaf() }
                $0.register(tag: "other") { ContractSample.Leaf(isOther: true) }
                $0.register(.shared) { ContractSample.Shared() }
                $0.register(.singleton) { ContractSample.Single() }
                $0.register {
                    try ContractSample.Root(
                        leaf: $0.resolve(),
                        first: $0.resolve(),
                        second: $0.resolve(),
                        single: $0.resolve()
                    )
                }
                $0.register(.singleton) { try sample.makeFragile() }
                $0.register(.shared) { ContractSample.Parent() }
                    .injecting { resolver, parent in parent.child = try resolver.resolve() }
                $0.register(.shared) { try ContractSample.Child(parent: $0.resolve()) }
                $0.register { try ContractSample.Ring(ring: $0.resolve()) }
            }
        )
    }
}

/// Definitions as members.
private struct Members: Vocabulary {
    struct Sample: Assembly {
        let container: Container
        let sample: ContractSample

        var leaf: ContractSample.Leaf { define { ContractSample.Leaf() } }
        var other: ContractSample.Leaf { define { ContractSample.Leaf(isOther: true) } }
        var shared: ContractSample.Shared { define(.shared) { ContractSample.Shared() } }
        var single: ContractSample.Single { define(.singleton) { ContractSample.Single() } }
        var root: ContractSample.Root {
            define {
                ContractSample.Root(leaf: leaf, first: shared, second: shared, single: single)
            }
        }
        var fragile: ContractSample.Fragile {
            get throws { try define(.singleton) { try sample.makeFragile() } }
        }
        var parent: ContractSample.Parent {
            get throws {
                try define(.shared) {
                    ContractSample.Parent()
                } injecting: {
                    $0.child = try child
                }
            }
        }
        var child: ContractSample.Child {
            get throws { try define(.shared) { try ContractSample.Child(parent: parent) } }
        }
        var ring: ContractSample.Ring {
            get throws { try define { try ContractSample.Ring(ring: self.ring) } }
        }

        static var exports: [Export<Self>] {
            [
                Export { $0.leaf }, Export(tag: "other") { $0.other }, Export { $0.shared },
                Export { $0.single }, Export { $0.root }, Export { try $0.fragile },
                Export { try $0.parent }, Export { try $0.child }, Export { try $0.ring },
            ]
        }
    }

    func wire(_ sample: ContractSample) -> any WiredSample {
        let container = Container()
        container.export { Sample(container: $0, sample: sample) }
        return MortiseVocabulary.Wired(container: container)
    }
}

/// Breaks every rule.
private struct Careless: Vocabulary {
    struct Wired: WiredSample {
        struct Shrug: Error {}

        func resolve<T>(_ type: T.Type) throws -> T { throw Shrug() }
        func resolve<T>(_ type: T.Type, tag: String) throws -> T { throw Shrug() }
    }

    func wire(_ sample: ContractSample) -> any WiredSample { Wired() }
}

@Suite struct `The contract of vocabularies` {
    @Test(arguments: ContractRule.all)
    func `is kept by registrations`(rule: ContractRule) throws {
        try rule.verify(MortiseVocabulary())
    }

    @Test(arguments: ContractRule.all)
    func `is kept by assemblies`(rule: ContractRule) throws {
        try rule.verify(Members())
    }

    @Test(arguments: ContractRule.all)
    func `detects violations`(rule: ContractRule) {
        #expect(throws: (any Error).self) { try rule.verify(Careless()) }
    }
}
