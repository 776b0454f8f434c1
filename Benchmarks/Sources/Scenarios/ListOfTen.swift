// SPDX-License-Identifier: MIT

import Mortise

/// A part of a list.
package protocol Part: AnyObject, Sendable {}

private final class Part0: Part {}
private final class Part1: Part {}
private final class Part2: Part {}
private final class Part3: Part {}
private final class Part4: Part {}
private final class Part5: Part {}
private final class Part6: Part {}
private final class Part7: Part {}
private final class Part8: Part {}
private final class Part9: Part {}

/// A root that makes each part in a method of its own.
private final class Root: Sendable {
    @inline(never) func part0() -> any Part { Part0() }
    @inline(never) func part1() -> any Part { Part1() }
    @inline(never) func part2() -> any Part { Part2() }
    @inline(never) func part3() -> any Part { Part3() }
    @inline(never) func part4() -> any Part { Part4() }
    @inline(never) func part5() -> any Part { Part5() }
    @inline(never) func part6() -> any Part { Part6() }
    @inline(never) func part7() -> any Part { Part7() }
    @inline(never) func part8() -> any Part { Part8() }
    @inline(never) func part9() -> any Part { Part9() }

    @inline(never) func list() -> [any Part] {
        [
            part0(), part1(), part2(), part3(), part4(), part5(), part6(), part7(), part8(),
            part9(),
        ]
    }
}

/// S12: a list of ten new parts that contribute to one type.
package struct ListOfTen: Scenario {
    package static let name = "S12"
    package static let summary = "a list of 10 contributions"
    package static let objects = 11

    private let root = Root()
    private let container = Container()

    package init() throws {
        container.register { Part0() as any Part }.contributing()
        container.register { Part1() as any Part }.contributing()
        container.register { Part2() as any Part }.contributing()
        container.register { Part3() as any Part }.contributing()
        container.register { Part4() as any Part }.contributing()
        container.register { Part5() as any Part }.contributing()
        container.register { Part6() as any Part }.contributing()
        container.register { Part7() as any Part }.contributing()
        container.register { Part8() as any Part }.contributing()
        container.register { Part9() as any Part }.contributing()
    }

    package func handWired(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var list = root.list()
            confirmed += list.count == 10 && confirm(&list[9], is: Part9.self) == 1 ? 1 : 0
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var list: [any Part] = try container.resolve()
            confirmed += list.count == 10 && confirm(&list[9], is: Part9.self) == 1 ? 1 : 0
        }
        return confirmed
    }

    package func verify() throws {
        try require(handWired(1) == 1, "the list by hand has ten parts")
        try require(mortise(1) == 1, "the list has ten parts")
    }
}
