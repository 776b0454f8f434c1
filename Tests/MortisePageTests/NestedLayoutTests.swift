// SPDX-License-Identifier: MIT

import MortisePage
import MortiseTestSupport
import Testing

@Suite struct `A layout` {
    private func diagram(_ seed: UInt64, boxes: Int, arrows: Int, areas: Int) -> Diagram {
        var random = SeededGenerator(seed: seed)
        return Diagram(
            boxes: (0..<boxes).map { _ in
                Diagram.Box(
                    width: Int.random(in: 20...200, using: &random),
                    height: Int.random(in: 20...60, using: &random),
                    area: areas == 0 ? nil : Int.random(in: 0..<areas, using: &random)
                )
            },
            areas: (0..<areas).map { Diagram.Area(inside: $0 > 1 ? $0 / 2 : nil) },
            arrows: (0..<arrows).map { _ in
                Diagram.Arrow(
                    from: Int.random(in: 0..<boxes, using: &random),
                    to: Int.random(in: 0..<boxes, using: &random)
                )
            }
        )
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>, [0, 5])
    func `has no boxes that overlap, and arrows that lead down`(seed: UInt64, areas: Int) {
        let placement = NestedLayout.placement(
            of: diagram(seed, boxes: 60, arrows: 90, areas: areas)
        )

        for (number, one) in placement.boxes.enumerated() {
            for other in placement.boxes[..<number] {
                let isApart =
                    one.x >= other.x + other.width || other.x >= one.x + one.width
                    || one.y >= other.y + other.height || other.y >= one.y + one.height
                #expect(isApart, "\(one) and \(other)")
            }
        }
        for (points, isReversed) in zip(placement.arrows, placement.isReversed) {
            guard areas == 0, let first = points.first, let last = points.last else { continue }
            #expect(isReversed ? first.y > last.y : first.y < last.y)
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `has arrows that pass as few layers as they can`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let names = (0..<5).shuffled(using: &random)
        var arrows: Set<[Int]> = []
        for box in 1..<5 {
            // Connected, and without a cycle.
            let other = Int.random(in: 0..<box, using: &random)
            arrows.insert(Bool.random(using: &random) ? [other, box] : [box - 1, box])
            arrows.insert([other, box])
        }
        let edges = arrows.map { (start: names[$0[0]], end: names[$0[1]]) }
        let placement = NestedLayout.placement(
            of: Diagram(
                boxes: (0..<5).map { _ in Diagram.Box(width: 60, height: 30) },
                arrows: edges.map { Diagram.Arrow(from: $0.start, to: $0.end) }
            )
        )
        let layers = Set(placement.boxes.map(\.y)).sorted()
        let ranks = placement.boxes.map { layers.firstIndex(of: $0.y) ?? 0 }

        func length(_ ranks: [Int]) -> Int? {
            let lengths = edges.map { ranks[$0.end] - ranks[$0.start] }
            return lengths.allSatisfy { $0 > 0 } ? lengths.reduce(0, +) : nil
        }
        let all = (0..<3_125).lazy.compactMap { number in
            length(
                (0..<5).reduce(into: ([], number)) { ranks, _ in
                    ranks.0.append(ranks.1 % 5)
                    ranks.1 /= 5
                }.0
            )
        }
        #expect(length(ranks) == all.min())
    }

    /// A diagram like a program's graph.
    ///
    /// It is in layers. Each box but the first few is needed by one of the layer above, and half of them by one of the
    /// layer above that. Box 60, if it is there, is needed by one box and needs one.
    private func program(_ seed: UInt64, withOneMore: Bool) -> Diagram {
        var random = SeededGenerator(seed: seed)
        var layers: [Range<Int>] = []
        var arrows: Set<[Int]> = []
        var boxes: [Diagram.Box] = []
        while boxes.count < 60 {
            let count = min(Int.random(in: 5...12, using: &random), 60 - boxes.count)
            for box in boxes.count..<(boxes.count + count) {
                for above in layers.suffix(2)
                where Bool.random(using: &random) || above == layers.last {
                    arrows.insert([Int.random(in: above, using: &random), box])
                }
                boxes.append(
                    Diagram.Box(width: Int.random(in: 60...200, using: &random), height: 40)
                )
            }
            layers.append((boxes.count - count)..<boxes.count)
        }
        if withOneMore {
            let layer = Int.random(in: 1..<(layers.count - 1), using: &random)
            boxes.append(Diagram.Box(width: 100, height: 40))
            arrows.insert([Int.random(in: layers[layer - 1], using: &random), 60])
            arrows.insert([60, Int.random(in: layers[layer + 1], using: &random)])
        }
        return Diagram(
            boxes: boxes,
            arrows: arrows.sorted { $0.lexicographicallyPrecedes($1) }
                .map { Diagram.Arrow(from: $0[0], to: $0[1]) }
        )
    }

    /// Little is what follows, of 40 programs with 60 boxes each.
    ///
    /// 10 of 100 boxes come to another layer. Of the pairs that stay in one layer, 25 of 100 stand the other way round.
    /// Of one program it can be more: a layer may come between others, and a whole drawing may be mirrored, which has
    /// as few crossings.
    @Test func `changes little where one box is added`() {
        func layers(_ boxes: some Sequence<Placement.Rectangle>) -> [Int] {
            let rows = Set(boxes.map(\.y)).sorted()
            return boxes.map { rows.firstIndex(of: $0.y) ?? 0 }
        }
        var (boxes, moved, pairs, swapped) = (0, 0, 0, 0)
        for seed in 1...40 as ClosedRange<UInt64> {
            let before = NestedLayout.placement(of: program(seed, withOneMore: false)).boxes
            let after = NestedLayout.placement(of: program(seed, withOneMore: true)).boxes
            let (old, new) = (layers(before), layers(after))
            boxes += before.count
            for one in before.indices {
                if old[one] != new[one] { moved += 1 }
                for other in 0..<one where old[one] == old[other] && new[one] == new[other] {
                    pairs += 1
                    let wasLeft = before[one].x < before[other].x
                    if wasLeft != (after[one].x < after[other].x) { swapped += 1 }
                }
            }
        }
        #expect(moved * 100 <= boxes * 10, "\(moved) of \(boxes) boxes")
        #expect(swapped * 100 <= pairs * 25, "\(swapped) of \(pairs) pairs")
        #expect(pairs > boxes)
    }

    @Test func `is the same each time`() {
        let one = diagram(7, boxes: 80, arrows: 120, areas: 4)

        #expect(NestedLayout.placement(of: one) == NestedLayout.placement(of: one))
    }
}
