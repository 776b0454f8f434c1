// SPDX-License-Identifier: MIT

import MortiseDip

// The work of S1 to S4 in the vocabulary of Dip: factories that capture their container, and in S3b factories
// that are auto-wired.

/// S1dip: a new object.
package struct DipUnique: Scenario {
    package static let name = "S1dip"
    package static let summary = "a new object, by Dip's vocabulary"
    package static let objects = 1

    private let container: DependencyContainer
    private let byHand: TransientMember

    package init() throws {
        byHand = TransientMember()
        container = DependencyContainer {
            $0.register(.unique) { TransientImplementation() as any TransientService }
        }
        _ = try container.resolve() as any TransientService
    }

    package func handWired(_ iterations: Int) -> Int { byHand.handWired(iterations) }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var instance: any TransientService = try container.resolve()
            confirmed += confirm(&instance, is: TransientImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let first: any TransientService = try container.resolve()
        let second: any TransientService = try container.resolve()
        try require(
            first as AnyObject !== second as AnyObject,
            "each resolve gets an object of its own"
        )
    }
}

/// S2dip: a singleton.
package struct DipSingleton: Scenario {
    package static let name = "S2dip"
    package static let summary = "a singleton, by Dip's vocabulary"
    package static let objects = 0

    private let container: DependencyContainer
    private let byHand: SingletonMember

    package init() throws {
        byHand = try SingletonMember()
        container = DependencyContainer {
            $0.register(.singleton) { SingletonImplementation(number: 1) as any SingletonService }
        }
        _ = try container.resolve() as any SingletonService
    }

    package func handWired(_ iterations: Int) -> Int { byHand.handWired(iterations) }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var instance: any SingletonService = try container.resolve()
            confirmed += confirm(&instance, is: SingletonImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let first: any SingletonService = try container.resolve()
        let second: any SingletonService = try container.resolve()
        try require(first as AnyObject === second as AnyObject, "everybody gets the same object")
    }
}

/// S3dip: a chain of 10 new objects.
package struct DipChain: Scenario {
    package static let name = "S3dip"
    package static let summary = "a chain of 10 new objects, by Dip's vocabulary"
    package static let objects = 10

    private let container: DependencyContainer
    private let byHand: ChainOfMembers

    package init() throws {
        byHand = ChainOfMembers()
        container = DependencyContainer { container in
            container.register(.unique) { [unowned container] in
                OneImplementation(next: try container.resolve()) as any LinkOne
            }
            container.register(.unique) { [unowned container] in
                TwoImplementation(next: try container.resolve()) as any LinkTwo
            }
            container.register(.unique) { [unowned container] in
                ThreeImplementation(next: try container.resolve()) as any LinkThree
            }
            container.register(.unique) { [unowned container] in
                FourImplementation(next: try container.resolve()) as any LinkFour
            }
            container.register(.unique) { [unowned container] in
                FiveImplementation(next: try container.resolve()) as any LinkFive
            }
            container.register(.unique) { [unowned container] in
                SixImplementation(next: try container.resolve()) as any LinkSix
            }
            container.register(.unique) { [unowned container] in
                SevenImplementation(next: try container.resolve()) as any LinkSeven
            }
            container.register(.unique) { [unowned container] in
                EightImplementation(next: try container.resolve()) as any LinkEight
            }
            container.register(.unique) { [unowned container] in
                NineImplementation(next: try container.resolve()) as any LinkNine
            }
            container.register(.unique) { TenImplementation() as any LinkTen }
        }
        _ = try container.resolve() as any LinkOne
    }

    package func handWired(_ iterations: Int) -> Int { byHand.handWired(iterations) }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var instance: any LinkOne = try container.resolve()
            confirmed += confirm(&instance, is: OneImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let chain: any LinkOne = try container.resolve()
        try require(chain.length == 10, "the chain has ten links")
    }
}

/// S3bdip: a graph of 43 new objects, auto-wired.
package struct DipWideGraph: Scenario {
    package static let name = "S3bdip"
    package static let summary = "a graph of 43 new objects, auto-wired, by Dip's vocabulary"
    package static let objects = 43

    private let container: DependencyContainer
    private let byHand: WideGraph

    package init() throws {
        byHand = try WideGraph()
        container = DependencyContainer {
            $0.register(.unique) { LeafAImplementation() as any LeafA }
            $0.register(.unique) { LeafBImplementation() as any LeafB }
            $0.register(.unique) { LeafCImplementation() as any LeafC }
            $0.register(.unique) { LeafDImplementation() as any LeafD }
            $0.register(.unique) { LeafEImplementation() as any LeafE }
            $0.register(.unique) { LeafFImplementation() as any LeafF }
            $0.register(.unique) {
                BranchAImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any BranchA
            }
            $0.register(.unique) {
                BranchBImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any BranchB
            }
            $0.register(.unique) {
                BranchCImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any BranchC
            }
            $0.register(.unique) {
                BranchDImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any BranchD
            }
            $0.register(.unique) {
                BranchEImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any BranchE
            }
            $0.register(.unique) {
                BranchFImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any BranchF
            }
            $0.register(.unique) {
                TreeImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any Tree
            }
        }
        _ = try container.resolve() as any Tree
    }

    package func handWired(_ iterations: Int) -> Int { byHand.handWired(iterations) }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var instance: any Tree = try container.resolve()
            confirmed += confirm(&instance, is: TreeImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let tree: any Tree = try container.resolve()
        try require(tree.size == 43, "the tree has 43 objects")
    }
}

/// S4dip: a diamond, all shared.
package struct DipDiamond: Scenario {
    package static let name = "S4dip"
    package static let summary = "a diamond, all shared, by Dip's vocabulary"
    package static let objects = 4

    private let container: DependencyContainer
    private let byHand: DiamondOfMembers

    package init() throws {
        byHand = DiamondOfMembers()
        container = DependencyContainer { container in
            container.register { BottomImplementation() as any Bottom }
            container.register { [unowned container] in
                LeftImplementation(bottom: try container.resolve()) as any LeftSide
            }
            container.register { [unowned container] in
                RightImplementation(bottom: try container.resolve()) as any RightSide
            }
            container.register { [unowned container] in
                TopImplementation(
                    left: try container.resolve(),
                    right: try container.resolve()
                ) as any Top
            }
        }
        _ = try container.resolve() as any Top
    }

    package func handWired(_ iterations: Int) -> Int { byHand.handWired(iterations) }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var instance: any Top = try container.resolve()
            confirmed += confirm(&instance, is: TopImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let top: any Top = try container.resolve()
        try require(
            top.left.bottom as AnyObject === top.right.bottom as AnyObject,
            "both sides share one bottom"
        )
    }
}
