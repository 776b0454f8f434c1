// SPDX-License-Identifier: MIT

/// A diagram's layout: every area is laid out by itself, and is a box in the one around it.
///
/// It is a function of the diagram alone.
package struct NestedLayout: Sendable {
    private typealias Point = Placement.Point

    /// What an area has in it: boxes, then areas.
    private enum Item: Hashable {
        case box(Int)
        case area(Int)
    }

    private let diagram: Diagram
    /// The items of every area; the last are those of the whole.
    private var items: [[Item]]
    private var numbers: [Item: Int] = [:]
    /// For every arrow, the area in which it leads from one item to another one, and these.
    private var lifted: [(area: Int, start: Int, end: Int)?]
    private var layouts: [LayeredLayout?]
    private var edges: [[CycleBreaking.Edge: Int]]

    private static let margin = 16
    private static let title = 26

    /// Lays a diagram out.
    ///
    /// - Parameter diagram: The diagram.
    /// - Returns: Where everything is drawn.
    /// - Complexity: O(*n* + *e*) for each of few rounds, for *n* boxes and *e* edges, and where
    ///   edges pass layers.
    package static func placement(of diagram: Diagram) -> Placement {
        var layout = NestedLayout(diagram)
        return layout.placed()
    }

    private init(_ diagram: Diagram) {
        self.diagram = diagram
        let whole = diagram.areas.count
        items = Array(repeating: [], count: whole + 1)
        layouts = Array(repeating: nil, count: whole + 1)
        edges = Array(repeating: [:], count: whole + 1)
        lifted = []
        for (number, box) in diagram.boxes.enumerated() {
            numbers[.box(number)] = items[box.area ?? whole].count
            items[box.area ?? whole].append(.box(number))
        }
        for (number, area) in diagram.areas.enumerated() {
            numbers[.area(number)] = items[area.parent ?? whole].count
            items[area.parent ?? whole].append(.area(number))
        }
        lifted = diagram.arrows.map { lift($0) }
    }

    /// The areas around a box, from the inside to the whole.
    private func areas(around box: Int) -> [Int] {
        var areas: [Int] = []
        var next = diagram.boxes[box].area
        while let area = next {
            areas.append(area)
            next = diagram.areas[area].parent
        }
        return areas + [diagram.areas.count]
    }

    private func lift(_ arrow: Diagram.Arrow) -> (area: Int, start: Int, end: Int)? {
        guard arrow.start != arrow.end else { return nil }
        let starts = areas(around: arrow.start)
        let ends = areas(around: arrow.end)
        for (place, area) in starts.enumerated() {
            guard let other = ends.firstIndex(of: area) else { continue }
            let start = place == 0 ? Item.box(arrow.start) : .area(starts[place - 1])
            let end = other == 0 ? Item.box(arrow.end) : .area(ends[other - 1])
            guard let start = numbers[start], let end = numbers[end] else { return nil }
            return (area, start, end)
        }
        return nil
    }

    private mutating func placed() -> Placement {
        let whole = diagram.areas.count
        var ordered: [[CycleBreaking.Edge]] = Array(repeating: [], count: whole + 1)
        for case let (area, start, end)? in lifted {
            let edge = CycleBreaking.Edge(start: start, end: end)
            guard edges[area][edge] == nil else { continue }
            edges[area][edge] = ordered[area].count
            ordered[area].append(edge)
        }
        // An area comes after the one around it, so the inner ones are laid out first.
        for area in Array((0..<whole).reversed()) + [whole] {
            layouts[area] = LayeredLayout(items[area].map { size(of: $0) }, ordered[area])
        }
        let none = Placement.Rectangle(x: 0, y: 0, width: 0, height: 0)
        var placement = Placement(
            boxes: Array(repeating: none, count: diagram.boxes.count),
            areas: Array(repeating: none, count: whole),
            arrows: [],
            isReversed: []
        )
        placement.size = layouts[whole]?.size ?? Point(x: 0, y: 0)
        for area in [whole] + Array(0..<whole) {
            let origin = origin(of: area, in: placement)
            for (number, item) in items[area].enumerated() {
                guard let corner = layouts[area]?.corners[number].moved(by: origin) else {
                    continue
                }
                let size = size(of: item)
                let rectangle = Placement.Rectangle(
                    x: corner.x,
                    y: corner.y,
                    width: size.x,
                    height: size.y
                )
                switch item {
                case .box(let box): placement.boxes[box] = rectangle
                case .area(let inner): placement.areas[inner] = rectangle
                }
            }
        }
        for (number, arrow) in diagram.arrows.enumerated() {
            let (points, isReversed) = route(arrow, lifted[number], placement)
            placement.arrows.append(points)
            placement.isReversed.append(isReversed)
        }
        return placement
    }

    /// Where the contents of an area begin.
    private func origin(of area: Int, in placement: Placement) -> Point {
        guard area < placement.areas.count else { return Point(x: 0, y: 0) }
        let rectangle = placement.areas[area]
        let inner = layouts[area]?.size.x ?? 0
        return Point(
            x: rectangle.x + (rectangle.width - inner) / 2,
            y: rectangle.y + Self.title + Self.margin / 2
        )
    }

    private func size(of item: Item) -> Point {
        switch item {
        case .box(let box):
            return Point(x: diagram.boxes[box].width, y: diagram.boxes[box].height)
        case .area(let area):
            let inner = layouts[area]?.size ?? Point(x: 0, y: 0)
            return Point(
                x: max(inner.x, diagram.areas[area].titleWidth) + 2 * Self.margin,
                y: inner.y + Self.title + Self.margin / 2 + Self.margin
            )
        }
    }

    private func route(
        _ arrow: Diagram.Arrow,
        _ lifted: (area: Int, start: Int, end: Int)?,
        _ placement: Placement
    ) -> (points: [Point], isReversed: Bool) {
        guard let (area, start, end) = lifted, let layout = layouts[area],
            let number = edges[area][CycleBreaking.Edge(start: start, end: end)]
        else { return ([], false) }
        let origin = origin(of: area, in: placement)
        let isReversed = layout.isReversed[number]
        var points = layout.routes[number].map { $0.moved(by: origin) }
        if case .area = items[area][start] {
            points.insert(placement.boxes[arrow.start].middle(atTop: isReversed), at: 0)
        }
        if case .area = items[area][end] {
            points.append(placement.boxes[arrow.end].middle(atTop: !isReversed))
        }
        return (points, isReversed)
    }
}
