// SPDX-License-Identifier: MIT

import Mortise

// A top that needs a left and a right, both of which need the same bottom.

/// The service that left and right share.
package protocol Bottom {
    /// An arbitrary value.
    var number: Int { get }
}

/// One of two that share a bottom.
package protocol LeftSide {
    /// The shared service.
    var bottom: any Bottom { get }
}

/// The other of two that share a bottom.
package protocol RightSide {
    /// The shared service.
    var bottom: any Bottom { get }
}

/// The service that needs both sides.
package protocol Top {
    /// One side.
    var left: any LeftSide { get }
    /// The other side.
    var right: any RightSide { get }
}

final class BottomImplementation: Bottom {
    var number: Int { 4 }
}

final class LeftImplementation: LeftSide {
    let bottom: any Bottom
    init(bottom: any Bottom) { self.bottom = bottom }
}

final class RightImplementation: RightSide {
    let bottom: any Bottom
    init(bottom: any Bottom) { self.bottom = bottom }
}

final class TopImplementation: Top {
    let left: any LeftSide
    let right: any RightSide
    init(left: any LeftSide, right: any RightSide) {
        self.left = left
        self.right = right
    }
}

private final class Root: Sendable {
    @inline(never) func bottom() -> any Bottom { BottomImplementation() }

    @inline(never) func left(_ bottom: any Bottom) -> any LeftSide {
        LeftImplementation(bottom: bottom)
    }

    @inline(never) func right(_ bottom: any Bottom) -> any RightSide {
        RightImplementation(bottom: bottom)
    }

    @inline(never) func top() -> any Top {
        let bottom = bottom()
        return TopImplementation(left: left(bottom), right: right(bottom))
    }

    func wire(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var top = top()
            confirmed += confirm(&top, is: TopImplementation.self)
        }
        return confirmed
    }
}

/// S4: four new objects, one of which is shared by two within one resolve.
package struct Diamond: Scenario {
    package static let name = "S4"
    package static let summary = "a diamond, its bottom shared"
    package static let objects = 4

    private let root = Root()
    private let container: Container

    package init() throws {
        container = Container {
            $0.register(.shared) { BottomImplementation() as any Bottom }
            $0.register { try LeftImplementation(bottom: $0.resolve()) as any LeftSide }
            $0.register { try RightImplementation(bottom: $0.resolve()) as any RightSide }
            $0.register {
                try TopImplementation(left: $0.resolve(), right: $0.resolve()) as any Top
            }
        }
    }

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var top: any Top = try container.resolve()
            confirmed += confirm(&top, is: TopImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let tops = try [root.top(), container.resolve(), container.resolve()]
        for top in tops {
            try require(
                top.left.bottom as AnyObject === top.right.bottom as AnyObject,
                "both sides share one bottom"
            )
        }
        try require(
            tops[1].left.bottom as AnyObject !== tops[2].left.bottom as AnyObject,
            "two resolves do not share a bottom"
        )
    }
}

/// S4assembly: a diamond of four new objects, as members of an assembly.
package struct DiamondOfMembers: Scenario {
    package static let name = "S4assembly"
    package static let summary = "a diamond, its bottom shared, by members"
    package static let objects = 4

    private struct Sides: Assembly {
        let container: Container

        var bottom: any Bottom { define(.shared) { BottomImplementation() as any Bottom } }
        var left: any LeftSide { define { LeftImplementation(bottom: bottom) as any LeftSide } }
        var right: any RightSide { define { RightImplementation(bottom: bottom) as any RightSide } }
        var top: any Top { define { TopImplementation(left: left, right: right) as any Top } }
    }

    private let root = Root()
    private let sides = Sides(container: Container())

    package init() { _ = sides.top }

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var top = sides.top
            confirmed += confirm(&top, is: TopImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let tops = [sides.top, sides.top]
        for top in tops {
            try require(
                top.left.bottom as AnyObject === top.right.bottom as AnyObject,
                "both sides share one bottom"
            )
        }
        try require(
            tops[0].left.bottom as AnyObject !== tops[1].left.bottom as AnyObject,
            "two accesses do not share a bottom"
        )
    }
}
