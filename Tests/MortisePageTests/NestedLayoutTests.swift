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

    @Test func `is the same each time`() {
        let one = diagram(7, boxes: 80, arrows: 120, areas: 4)

        #expect(NestedLayout.placement(of: one) == NestedLayout.placement(of: one))
    }
}
