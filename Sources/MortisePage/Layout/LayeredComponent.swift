// SPDX-License-Identifier: MIT

/// The layers of connected boxes.
struct LayeredComponent: Sendable {
    typealias Point = Placement.Point

    private(set) var corners: [Point]
    private(set) var routes: [[Point]]
    let isReversed: [Bool]
    let size: Point

    /// Places connected boxes.
    ///
    /// - Parameters:
    ///   - sizes: The width and the height of every box.
    ///   - edges: The edges, each once and none from a box to itself.
    init(_ sizes: [Point], _ edges: [CycleBreaking.Edge]) {
        let broken = CycleBreaking(edges, count: sizes.count)
        isReversed = broken.isReversed
        let ranks = Ranks(broken.edges, count: sizes.count)
        let layers = CrossingReduction.ordered(Layers(ranks.of, broken))
        let columns = Columns(layers, widths: sizes.map(\.x))
        let bands = Self.bands(layers, columns, sizes)
        corners = sizes.indices.map { vertex in
            Point(x: columns.of[vertex] - sizes[vertex].x / 2, y: bands[layers.ranks[vertex]].top)
        }
        size = Point(x: columns.width, y: bands.last?.bottom ?? 0)
        let ports = Self.ports(layers, columns, sizes, broken)
        routes = []
        for (number, chain) in layers.chains.enumerated() {
            var points: [Point] = []
            for (place, vertex) in chain.enumerated() {
                let band = bands[layers.ranks[vertex]]
                let x = columns.of[vertex]
                if place == 0 {
                    let bottom = band.top + sizes[vertex].y
                    points.append(Point(x: ports[number].start, y: bottom))
                    if bottom < band.bottom {
                        points.append(Point(x: ports[number].start, y: band.bottom))
                    }
                } else if place == chain.count - 1 {
                    points.append(Point(x: ports[number].end, y: band.top))
                } else {
                    points.append(Point(x: x, y: band.top))
                    points.append(Point(x: x, y: band.bottom))
                }
            }
            routes.append(isReversed[number] ? points.reversed() : points)
        }
    }

    /// The upper and the lower edge of every layer: the more an edge bends, the more room it gets.
    private static func bands(
        _ layers: Layers,
        _ columns: Columns,
        _ sizes: [Point]
    ) -> [(top: Int, bottom: Int)] {
        var bands: [(top: Int, bottom: Int)] = []
        var top = 0
        for layer in layers.order {
            let height = layer.filter { $0 < layers.count }.map { sizes[$0].y }.max() ?? 0
            bands.append((top, top + height))
            let widest =
                layer.flatMap { upper in
                    layers.below[upper].map { abs(columns.of[upper] - columns.of[$0]) }
                }.max() ?? 0
            top += height + min(96, 40 + widest / 14)
        }
        return bands
    }

    /// The horizontal places where every edge leaves its upper box and enters its lower one.
    ///
    /// Edges leave side by side in the order of where they lead. They enter in the middle, where
    /// one arrowhead serves all.
    private static func ports(
        _ layers: Layers,
        _ columns: Columns,
        _ sizes: [Point],
        _ broken: CycleBreaking
    ) -> [(start: Int, end: Int)] {
        var ports = layers.chains.map { chain in
            (start: columns.of[chain[0]], end: columns.of[chain[chain.count - 1]])
        }
        var leaving: [[Int]] = Array(repeating: [], count: layers.count)
        for (number, chain) in layers.chains.enumerated() { leaving[chain[0]].append(number) }
        for (vertex, numbers) in leaving.enumerated() where numbers.count > 1 {
            let sorted = numbers.sorted {
                (columns.of[layers.chains[$0][1]], $0) < (columns.of[layers.chains[$1][1]], $1)
            }
            let width = min(sizes[vertex].x * 6 / 10, 14 * (numbers.count - 1))
            for (place, number) in sorted.enumerated() {
                ports[number].start += width * place / (numbers.count - 1) - width / 2
            }
        }
        for (number, isReversed) in broken.isReversed.enumerated() where isReversed {
            ports[number].end += sizes[broken.edges[number].end].x / 4
        }
        return ports
    }
}
