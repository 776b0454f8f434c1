// SPDX-License-Identifier: MIT

/// Layers ordered so that few edges cross.
///
/// A run orders each layer by medians or averages of neighbours, then swaps neighbours, and at last moves single
/// vertices. The first runs begin with the order of a walk and its mirror image, later ones with the best order so far,
/// in which some vertices were moved at random. The random numbers are always the same.
struct CrossingReduction: Sendable {
    private var layers: Layers
    private var position: [Int]
    private var best: [[Int]]
    private var crossings: Int
    private var random = Random()
    /// How many vertices and edges there are: much is tried where there are few.
    private let size: Int

    /// Orders layers.
    ///
    /// - Parameter layers: The layers in any order.
    /// - Returns: The same layers, ordered.
    static func ordered(_ layers: Layers) -> Layers {
        var reduction = CrossingReduction(layers)
        return reduction.reduced()
    }

    private init(_ layers: Layers) {
        self.layers = layers
        position = Array(repeating: 0, count: layers.ranks.count)
        best = layers.order
        crossings = 0
        size = layers.below.reduce(layers.ranks.count) { $0 + $1.count }
        begin(with: layers.order)
        crossings = count()
    }

    /// Whether there is time for all that helps.
    private var isSmall: Bool { size <= 2_000 }

    /// Whether there is time for little.
    private var isLarge: Bool { size > 6_000 }

    private mutating func reduced() -> Layers {
        let walked = layers.order
        let runs = isLarge ? 2 : isSmall ? max(8, min(64, 32_000 / size)) : 4
        for run in 0..<runs where crossings > 0 {
            switch run / 4 {
            case 0: begin(with: walked)
            case 1: begin(with: walked.map { $0.reversed() })
            default: begin(with: disturbed())
            }
            let now = improve(startsDown: run % 4 < 2, isMedian: run.isMultiple(of: 2))
            if now < crossings { (crossings, best) = (now, layers.order) }
        }
        layers.order = isMirrored() ? best.map { $0.reversed() } : best
        return layers
    }

    /// Whether what comes first stands on the right rather: the image in a mirror has as many crossings, and
    /// changes less often.
    private func isMirrored() -> Bool {
        let middle = layers.count - 1
        let tendency = best.reduce(0) { sum, layer in
            layer.enumerated().filter { $0.element < layers.count }.reduce(sum) { sum, one in
                sum + (2 * one.element - middle) * (2 * one.offset - layer.count + 1)
            }
        }
        return tendency < 0
    }

    private mutating func begin(with order: [[Int]]) {
        layers.order = order
        for layer in order.indices { number(layer) }
    }

    /// The best order so far, with some vertices of some layers elsewhere.
    private mutating func disturbed() -> [[Int]] {
        best.map { layer in
            var layer = layer
            guard layer.count > 2, random.number(below: 3) == 0 else { return layer }
            for _ in 0..<max(1, layer.count / 8) {
                let vertex = layer.remove(at: random.number(below: layer.count))
                layer.insert(vertex, at: random.number(below: layer.count + 1))
            }
            return layer
        }
    }

    /// Sweeps up and down until that does not help any more, and refines the best order.
    ///
    /// - Returns: How many edges cross then.
    private mutating func improve(startsDown: Bool, isMedian: Bool) -> Int {
        var (own, least, failures) = (layers.order, Int.max, 0)
        for round in 0..<(isLarge ? 6 : isSmall ? 24 : 12) where failures < 3 && least > 0 {
            sweep(
                down: round.isMultiple(of: 2) == startsDown,
                isMedian: isMedian,
                flipsTies: round % 4 > 1
            )
            transpose(rounds: isLarge ? 2 : 8, swapsTies: !isLarge && round % 4 > 1)
            let now = count()
            failures = now < least ? 0 : failures + 1
            if now < least { (least, own) = (now, layers.order) }
        }
        begin(with: own)
        guard isSmall else { return least }
        sift()
        return count()
    }

    /// Numbers that look random, and are the same each time.
    private struct Random {
        private var state: UInt64 = 1

        /// A number from 0 on that is less than another one.
        mutating func number(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }
    }

    private mutating func number(_ layer: Int) {
        for (place, vertex) in layers.order[layer].enumerated() { position[vertex] = place }
    }

    /// Orders each layer by the places of its neighbours in the layer before.
    private mutating func sweep(down: Bool, isMedian: Bool, flipsTies: Bool) {
        let count = layers.order.count
        for step in 1..<max(1, count) {
            let layer = down ? step : count - 1 - step
            var keyed: [(key: Int, place: Int, vertex: Int)] = []
            var fixed: [(place: Int, vertex: Int)] = []
            for (place, vertex) in layers.order[layer].enumerated() {
                let neighbours = down ? layers.above[vertex] : layers.below[vertex]
                if neighbours.isEmpty {
                    fixed.append((place, vertex))
                } else {
                    let places = neighbours.map { position[$0] }
                    let key = isMedian ? Self.median(places) : Self.average(places)
                    keyed.append((key, flipsTies ? -place : place, vertex))
                }
            }
            keyed.sort { ($0.key, $0.place) < ($1.key, $1.place) }
            var order = keyed.map(\.vertex)
            // What has no neighbours there stays where it is.
            for (place, vertex) in fixed { order.insert(vertex, at: min(place, order.count)) }
            layers.order[layer] = order
            number(layer)
        }
    }

    /// The weighted median of places, in units of 1/1024.
    private static func median(_ places: [Int]) -> Int {
        let sorted = places.sorted()
        let middle = sorted.count / 2
        if !sorted.count.isMultiple(of: 2) { return sorted[middle] * 1024 }
        if sorted.count == 2 { return (sorted[0] + sorted[1]) * 512 }
        let left = sorted[middle - 1] - sorted[0]
        let right = sorted[sorted.count - 1] - sorted[middle]
        guard left + right > 0 else { return (sorted[middle - 1] + sorted[middle]) * 512 }
        let weighted = sorted[middle - 1] * right + sorted[middle] * left
        return weighted * 1024 / (left + right)
    }

    private static func average(_ places: [Int]) -> Int {
        places.reduce(0, +) * 1024 / places.count
    }

    /// Swaps neighbours where that removes crossings; at first also where it adds none, if wanted.
    private mutating func transpose(rounds: Int, swapsTies: Bool) {
        var isChanged = Array(repeating: true, count: layers.order.count)
        for round in 0..<rounds {
            let least = swapsTies && round < 2 ? 0 : 1
            var hasImproved = false
            var changes = Array(repeating: false, count: layers.order.count)
            for layer in layers.order.indices {
                let isNear = [layer - 1, layer, layer + 1].contains {
                    isChanged.indices.contains($0) && isChanged[$0]
                }
                guard isNear, layers.order[layer].count > 1 else { continue }
                var above = layers.order[layer].map { places(of: layers.above[$0]) }
                var below = layers.order[layer].map { places(of: layers.below[$0]) }
                for place in 0..<(layers.order[layer].count - 1) {
                    let gain =
                        Self.gain(above[place], above[place + 1])
                        + Self.gain(below[place], below[place + 1])
                    guard gain >= least else { continue }
                    layers.order[layer].swapAt(place, place + 1)
                    above.swapAt(place, place + 1)
                    below.swapAt(place, place + 1)
                    hasImproved = true
                    changes[layer] = true
                }
                number(layer)
            }
            guard hasImproved else { return }
            isChanged = changes
        }
    }

    /// Moves each vertex to the place in its layer with the fewest crossings, until nothing moves.
    private mutating func sift() {
        for _ in 0..<20 {
            var hasMoved = false
            for layer in layers.order.indices where layers.order[layer].count > 2 {
                let vertices = layers.order[layer]
                let above = vertices.map { places(of: layers.above[$0]) }
                let below = vertices.map { places(of: layers.below[$0]) }
                func gain(_ left: Int, _ right: Int) -> Int {
                    Self.gain(above[left], above[right]) + Self.gain(below[left], below[right])
                }
                var order = Array(vertices.indices)
                var place = order
                for vertex in vertices.indices {
                    let from = place[vertex]
                    var (best, most) = (from, 0)
                    var sum = 0
                    for other in stride(from: from - 1, through: 0, by: -1) {
                        sum += gain(order[other], vertex)
                        if sum > most { (best, most) = (other, sum) }
                    }
                    sum = 0
                    for other in stride(from: from + 1, to: order.count, by: 1) {
                        sum += gain(vertex, order[other])
                        if sum > most { (best, most) = (other, sum) }
                    }
                    guard best != from else { continue }
                    hasMoved = true
                    order.remove(at: from)
                    order.insert(vertex, at: best)
                    for (index, vertex) in order.enumerated() { place[vertex] = index }
                }
                layers.order[layer] = order.map { vertices[$0] }
                number(layer)
            }
            guard hasMoved else { return }
        }
    }

    private func places(of neighbours: [Int]) -> [Int] {
        neighbours.count < 2
            ? neighbours.map { position[$0] } : neighbours.map { position[$0] }.sorted()
    }

    /// By how many crossings there are fewer if the right one of two neighbours is left.
    ///
    /// It is what takes most of the time, also in builds without optimization.
    private static func gain(_ left: [Int], _ right: [Int]) -> Int {
        var (gain, index, before, notBehind) = (0, 0, 0, 0)
        while index < left.count {
            let place = left[index]
            while before < right.count, right[before] < place { before += 1 }
            while notBehind < right.count, right[notBehind] <= place { notBehind += 1 }
            gain += before + notBehind - right.count
            index += 1
        }
        return gain
    }

    /// The number of crossings, each gap between layers with a tree of sums.
    private func count() -> Int {
        layers.order.dropLast().indices.reduce(0) { sum, layer in
            var sums = Array(repeating: 0, count: layers.order[layer + 1].count + 1)
            var seen = 0
            var crossings = 0
            for vertex in layers.order[layer] {
                let ends = places(of: layers.below[vertex])
                for end in ends {
                    var index = end + 1
                    var notBehind = 0
                    while index > 0 {
                        notBehind += sums[index]
                        index &= index - 1
                    }
                    crossings += seen - notBehind
                }
                for end in ends {
                    var index = end + 1
                    while index < sums.count {
                        sums[index] += 1
                        index += index & -index
                    }
                }
                seen += ends.count
            }
            return sum + crossings
        }
    }
}
