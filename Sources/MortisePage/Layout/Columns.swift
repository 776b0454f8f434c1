// SPDX-License-Identifier: MIT

/// The horizontal place of every vertex: near its neighbours, in the order of its layer.
struct Columns: Sendable {
    /// The middle of every vertex, from the left edge of the whole.
    private(set) var of: [Int]

    /// The width of the whole.
    let width: Int

    /// The space between boxes, and between edges.
    private static let gap = 22.0
    private static let edgeGap = 12.0

    /// Places vertices.
    ///
    /// Each layer in turn takes the places that have the least sum of squared distances to the
    /// neighbours' middles, of all that keep its order and the space between.
    ///
    /// - Parameters:
    ///   - layers: The ordered layers.
    ///   - widths: The width of every vertex that is not virtual.
    /// - Complexity: O(*n* + *e*) for each of few rounds.
    init(_ layers: Layers, widths: [Int]) {
        let half = layers.ranks.indices.map { $0 < layers.count ? Double(widths[$0]) / 2 : 1 }
        /// How far each vertex is from the first one of its layer at least.
        var offsets = Array(repeating: 0.0, count: layers.ranks.count)
        for layer in layers.order {
            for (left, right) in zip(layer, layer.dropFirst()) {
                let isEdge = left >= layers.count || right >= layers.count
                offsets[right] =
                    offsets[left] + half[left] + half[right]
                    + (isEdge ? Self.edgeGap : Self.gap)
            }
        }
        var x = offsets
        let rounds = layers.ranks.count > 5_000 ? 8 : 16
        for round in 0...rounds {
            let isDown = round.isMultiple(of: 2)
            for step in layers.order.indices {
                let layer = layers.order[isDown ? step : layers.order.count - 1 - step]
                Self.place(layer, layers, offsets, both: round >= rounds - 4, isDown, &x)
            }
        }
        let left = layers.ranks.indices.map { x[$0] - half[$0] }.min() ?? 0
        of = x.map { Int($0 - left + 0.5) }
        let right = layers.ranks.indices.map { x[$0] + half[$0] }.max() ?? 0
        width = Int(right - left + 0.5)
    }

    private static func place(
        _ layer: [Int],
        _ layers: Layers,
        _ offsets: [Double],
        both: Bool,
        _ isDown: Bool,
        _ x: inout [Double]
    ) {
        // Blocks of vertices that stand as close as they may: the mean of what they want, and weights.
        var blocks: [(mean: Double, weight: Double, count: Int)] = []
        for vertex in layer {
            var sum = 0.0
            var weight = 0.0
            func pull(_ neighbours: [Int]) {
                for neighbour in neighbours {
                    let isStraight = vertex >= layers.count && neighbour >= layers.count
                    let strength = isStraight ? 8.0 : 1
                    sum += x[neighbour] * strength
                    weight += strength
                }
            }
            if isDown || both { pull(layers.above[vertex]) }
            if !isDown || both { pull(layers.below[vertex]) }
            if weight == 0 { (sum, weight) = (x[vertex] * 0.1, 0.1) }
            var block = (mean: sum / weight - offsets[vertex], weight: weight, count: 1)
            while let last = blocks.last, last.mean > block.mean {
                blocks.removeLast()
                let weight = last.weight + block.weight
                let mean = (last.mean * last.weight + block.mean * block.weight) / weight
                block = (mean, weight, last.count + block.count)
            }
            blocks.append(block)
        }
        var place = 0
        for block in blocks {
            for _ in 0..<block.count {
                x[layer[place]] = block.mean + offsets[layer[place]]
                place += 1
            }
        }
    }
}
