// SPDX-License-Identifier: MIT

import Mortise

/// A member of a list.
package protocol Chip: AnyObject, Sendable {}

private final class Chip0: Chip {}
private final class Chip1: Chip {}
private final class Chip2: Chip {}
private final class Chip3: Chip {}
private final class Chip4: Chip {}
private final class Chip5: Chip {}
private final class Chip6: Chip {}
private final class Chip7: Chip {}
private final class Chip8: Chip {}
private final class Chip9: Chip {}

/// A root that makes each object in a method of its own.
private final class Root: Sendable {
    @inline(never) func chip0() -> any Chip { Chip0() }
    @inline(never) func chip1() -> any Chip { Chip1() }
    @inline(never) func chip2() -> any Chip { Chip2() }
    @inline(never) func chip3() -> any Chip { Chip3() }
    @inline(never) func chip4() -> any Chip { Chip4() }
    @inline(never) func chip5() -> any Chip { Chip5() }
    @inline(never) func chip6() -> any Chip { Chip6() }
    @inline(never) func chip7() -> any Chip { Chip7() }
    @inline(never) func chip8() -> any Chip { Chip8() }
    @inline(never) func chip9() -> any Chip { Chip9() }

    @inline(never) func list() -> [any Chip] {
        [
            chip0(), chip1(), chip2(), chip3(), chip4(), chip5(), chip6(), chip7(), chip8(),
            chip9(),
        ]
    }
}

/// S12: a list of ten new objects that contribute to one type.
package struct ListOfTen: Scenario {
    package static let name = "S12"
    package static let summary = "a list of 10 contributions"
    package static let objects = 11

    private let root = Root()
    private let container = Container()

    package init() throws {
        container.register { Chip0() as any Chip }.contributing()
        container.register { Chip1() as any Chip }.contributing()
        container.register { Chip2() as any Chip }.contributing()
        container.register { Chip3() as any Chip }.contributing()
        container.register { Chip4() as any Chip }.contributing()
        container.register { Chip5() as any Chip }.contributing()
        container.register { Chip6() as any Chip }.contributing()
        container.register { Chip7() as any Chip }.contributing()
        container.register { Chip8() as any Chip }.contributing()
        container.register { Chip9() as any Chip }.contributing()
    }

    package func handWired(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var list = root.list()
            confirmed += list.count == 10 && confirm(&list[9], is: Chip9.self) == 1 ? 1 : 0
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var list: [any Chip] = try container.resolve()
            confirmed += list.count == 10 && confirm(&list[9], is: Chip9.self) == 1 ? 1 : 0
        }
        return confirmed
    }

    package func verify() throws {
        try require(handWired(1) == 1, "the list by hand has ten objects")
        try require(mortise(1) == 1, "the list has ten objects")
    }
}
