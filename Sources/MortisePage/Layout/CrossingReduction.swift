// SPDX-License-Identifier: MIT

/// Layers ordered so that few edges cross: by medians and averages of neighbours, then by swaps.
struct CrossingReduction: Sendable {
    private var layers: Layers
    private var position: [Int]
    private var best: [[Int]]
    private(set) var crossings: Int

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
        for layer in layers.order.indices { number(layer) }
        crossings = count()
    }

    private mutating func reduced() -> Layers {
        let size = layers.below.reduce(layers.ranks.count) { $0 + $1.count }
        let rounds = size > 6_000 ? 6 : size > 2_000 ? 12 : 24
        let start = layers.order
        let starts = size > 6_000 ? [start] : [start, start.map { $0.reversed() }]
        for start in starts {
            for (isMedian, startsDown) in [
                (true, true), (false, true), (true, false), (false, false),
            ]
            where crossings > 0 && (startsDown || size <= 6_000) {
                layers.order = start
                for layer in start.indices { number(layer) }
                var failures = 0
                for round in 0..<rounds where failures < 8 && crossings > 0 {
                    sweep(
                        down: round.isMultiple(of: 2) == startsDown,
                        isMedian: isMedian,
                        flipsTies: round % 4 > 1
                    )
                    transpose(
                        rounds: size > 6_000 ? 2 : 8,
                        swapsTies: size <= 6_000 && round % 4 > 1
                    )
                    let now = count()
                    failures = now < crossings ? 0 : failures + 1
                    guard now < crossings else { continue }
                    crossings = now
                    best = layers.order
                }
            }
        }
        layers.order = best
        return layers
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

    private func places(of neighbours: [Int]) -> [Int] {
        neighbours.count < 2
            ? neighbours.map { position[$0] } : neighbours.map { position[$0] }.sorted()
    }

    /// By how many crossings there are fewer if the right one of two neighbours is left.
    private static func gain(_ left: [Int], _ right: [Int]) -> Int {
        guard !left.isEmpty, !right.isEmpty else { return 0 }
        return inversions(left, right) - inversions(right, left)
    }

    /// How many pairs have the place of the left one behind the place of the right one.
    private static func inversions(_ left: [Int], _ right: [Int]) -> Int {
        var count = 0
        var smaller = 0
        for place in left {
            while smaller < right.count, right[smaller] < place { smaller += 1 }
            count += smaller
        }
        return count
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
