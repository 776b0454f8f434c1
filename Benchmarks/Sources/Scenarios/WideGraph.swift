// SPDX-License-Identifier: MIT

import Mortise

// A tree that needs six branches, each of which needs six leaves: 1 + 6 + 36 objects of 13 types.

/// A part of the tree.
package protocol Part {
    /// The number of objects in this subtree.
    var size: Int { get }
}

/// The whole tree.
package protocol Tree: Part {}

/// Branch A.
package protocol BranchA: Part {}

/// Branch B.
package protocol BranchB: Part {}

/// Branch C.
package protocol BranchC: Part {}

/// Branch D.
package protocol BranchD: Part {}

/// Branch E.
package protocol BranchE: Part {}

/// Branch F.
package protocol BranchF: Part {}

/// Leaf A, one on each branch.
package protocol LeafA: Part {}

/// Leaf B, one on each branch.
package protocol LeafB: Part {}

/// Leaf C, one on each branch.
package protocol LeafC: Part {}

/// Leaf D, one on each branch.
package protocol LeafD: Part {}

/// Leaf E, one on each branch.
package protocol LeafE: Part {}

/// Leaf F, one on each branch.
package protocol LeafF: Part {}

class WideLeaf {
    var size: Int { 1 }
}

final class LeafAImplementation: WideLeaf, LeafA {}
final class LeafBImplementation: WideLeaf, LeafB {}
final class LeafCImplementation: WideLeaf, LeafC {}
final class LeafDImplementation: WideLeaf, LeafD {}
final class LeafEImplementation: WideLeaf, LeafE {}
final class LeafFImplementation: WideLeaf, LeafF {}

class WideBranch {
    let a: any LeafA
    let b: any LeafB
    let c: any LeafC
    let d: any LeafD
    let e: any LeafE
    let f: any LeafF

    init(
        a: any LeafA,
        b: any LeafB,
        c: any LeafC,
        d: any LeafD,
        e: any LeafE,
        f: any LeafF
    ) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
    }

    var size: Int { 1 + a.size + b.size + c.size + d.size + e.size + f.size }
}

final class BranchAImplementation: WideBranch, BranchA {}
final class BranchBImplementation: WideBranch, BranchB {}
final class BranchCImplementation: WideBranch, BranchC {}
final class BranchDImplementation: WideBranch, BranchD {}
final class BranchEImplementation: WideBranch, BranchE {}
final class BranchFImplementation: WideBranch, BranchF {}

final class TreeImplementation: Tree {
    let a: any BranchA
    let b: any BranchB
    let c: any BranchC
    let d: any BranchD
    let e: any BranchE
    let f: any BranchF

    init(
        a: any BranchA,
        b: any BranchB,
        c: any BranchC,
        d: any BranchD,
        e: any BranchE,
        f: any BranchF
    ) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
    }

    var size: Int { 1 + a.size + b.size + c.size + d.size + e.size + f.size }
}

private final class Root: Sendable {
    @inline(never) func leafA() -> any LeafA { LeafAImplementation() }
    @inline(never) func leafB() -> any LeafB { LeafBImplementation() }
    @inline(never) func leafC() -> any LeafC { LeafCImplementation() }
    @inline(never) func leafD() -> any LeafD { LeafDImplementation() }
    @inline(never) func leafE() -> any LeafE { LeafEImplementation() }
    @inline(never) func leafF() -> any LeafF { LeafFImplementation() }

    @inline(never) func branchA() -> any BranchA {
        BranchAImplementation(
            a: leafA(),
            b: leafB(),
            c: leafC(),
            d: leafD(),
            e: leafE(),
            f: leafF()
        )
    }

    @inline(never) func branchB() -> any BranchB {
        BranchBImplementation(
            a: leafA(),
            b: leafB(),
            c: leafC(),
            d: leafD(),
            e: leafE(),
            f: leafF()
        )
    }

    @inline(never) func branchC() -> any BranchC {
        BranchCImplementation(
            a: leafA(),
            b: leafB(),
            c: leafC(),
            d: leafD(),
            e: leafE(),
            f: leafF()
        )
    }

    @inline(never) func branchD() -> any BranchD {
        BranchDImplementation(
            a: leafA(),
            b: leafB(),
            c: leafC(),
            d: leafD(),
            e: leafE(),
            f: leafF()
        )
    }

    @inline(never) func branchE() -> any BranchE {
        BranchEImplementation(
            a: leafA(),
            b: leafB(),
            c: leafC(),
            d: leafD(),
            e: leafE(),
            f: leafF()
        )
    }

    @inline(never) func branchF() -> any BranchF {
        BranchFImplementation(
            a: leafA(),
            b: leafB(),
            c: leafC(),
            d: leafD(),
            e: leafE(),
            f: leafF()
        )
    }

    @inline(never) func tree() -> any Tree {
        TreeImplementation(
            a: branchA(),
            b: branchB(),
            c: branchC(),
            d: branchD(),
            e: branchE(),
            f: branchF()
        )
    }

    @inline(never) func wire(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var tree = tree()
            confirmed += confirm(&tree, is: TreeImplementation.self)
        }
        return confirmed
    }
}

extension Container {
    /// Resolves trees in a loop.
    @inline(never)
    fileprivate func resolveTrees(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var tree: any Tree = try resolve()
            confirmed += confirm(&tree, is: TreeImplementation.self)
        }
        return confirmed
    }
}

/// S3b: a tree of 43 new objects, made by factories that resolve.
package struct WideGraph: Scenario {
    package static let name = "S3b"
    package static let summary = "a graph of 43 new objects"
    package static let objects = 43

    private let root = Root()
    private let container: Container

    package init() throws {
        container = Container {
            $0.register { LeafAImplementation() as any LeafA }
            $0.register { LeafBImplementation() as any LeafB }
            $0.register { LeafCImplementation() as any LeafC }
            $0.register { LeafDImplementation() as any LeafD }
            $0.register { LeafEImplementation() as any LeafE }
            $0.register { LeafFImplementation() as any LeafF }
            $0.register {
                try BranchAImplementation(
                    a: $0.resolve(),
                    b: $0.resolve(),
                    c: $0.resolve(),
                    d: $0.resolve(),
                    e: $0.resolve(),
                    f: $0.resolve()
                ) as any BranchA
            }
            $0.register {
                try BranchBImplementation(
                    a: $0.resolve(),
                    b: $0.resolve(),
                    c: $0.resolve(),
                    d: $0.resolve(),
                    e: $0.resolve(),
                    f: $0.resolve()
                ) as any BranchB
            }
            $0.register {
                try BranchCImplementation(
                    a: $0.resolve(),
                    b: $0.resolve(),
                    c: $0.resolve(),
                    d: $0.resolve(),
                    e: $0.resolve(),
                    f: $0.resolve()
                ) as any BranchC
            }
            $0.register {
                try BranchDImplementation(
                    a: $0.resolve(),
                    b: $0.resolve(),
                    c: $0.resolve(),
                    d: $0.resolve(),
                    e: $0.resolve(),
                    f: $0.resolve()
                ) as any BranchD
            }
            $0.register {
                try BranchEImplementation(
                    a: $0.resolve(),
                    b: $0.resolve(),
                    c: $0.resolve(),
                    d: $0.resolve(),
                    e: $0.resolve(),
                    f: $0.resolve()
                ) as any BranchE
            }
            $0.register {
                try BranchFImplementation(
                    a: $0.resolve(),
                    b: $0.resolve(),
                    c: $0.resolve(),
                    d: $0.resolve(),
                    e: $0.resolve(),
                    f: $0.resolve()
                ) as any BranchF
            }
            $0.register {
                try TreeImplementation(
                    a: $0.resolve(),
                    b: $0.resolve(),
                    c: $0.resolve(),
                    d: $0.resolve(),
                    e: $0.resolve(),
                    f: $0.resolve()
                ) as any Tree
            }
        }
    }

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) throws -> Int { try container.resolveTrees(iterations) }

    package func verify() throws {
        try require(root.tree().size == 43, "the tree by hand has 43 objects")
        try require(
            container.resolve((any Tree).self).size == 43,
            "the resolved tree has 43 objects"
        )
    }
}

/// S3bwired: a tree of 43 new objects, made by closures whose parameters are resolved.
package struct WiredWideGraph: Scenario {
    package static let name = "S3bwired"
    package static let summary = "the same, auto-wired"
    package static let objects = 43

    private let root = Root()
    private let container: Container

    package init() throws {
        container = Container {
            $0.register { LeafAImplementation() as any LeafA }
            $0.register { LeafBImplementation() as any LeafB }
            $0.register { LeafCImplementation() as any LeafC }
            $0.register { LeafDImplementation() as any LeafD }
            $0.register { LeafEImplementation() as any LeafE }
            $0.register { LeafFImplementation() as any LeafF }
            $0.register {
                BranchAImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any BranchA
            }
            $0.register {
                BranchBImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any BranchB
            }
            $0.register {
                BranchCImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any BranchC
            }
            $0.register {
                BranchDImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any BranchD
            }
            $0.register {
                BranchEImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any BranchE
            }
            $0.register {
                BranchFImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any BranchF
            }
            $0.register {
                TreeImplementation(a: $0, b: $1, c: $2, d: $3, e: $4, f: $5) as any Tree
            }
        }
    }

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) throws -> Int { try container.resolveTrees(iterations) }

    package func verify() throws {
        try require(
            container.resolve((any Tree).self).size == 43,
            "the auto-wired tree has 43 objects"
        )
    }
}
