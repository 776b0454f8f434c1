// SPDX-License-Identifier: MIT

/// Where everything in a diagram is drawn.
package struct Placement: Hashable, Sendable {
    /// A point; the vertical axis points down.
    package struct Point: Hashable, Sendable {
        package var x: Int
        package var y: Int

        func moved(by offset: Point) -> Point { Point(x: x + offset.x, y: y + offset.y) }
    }

    /// A rectangle.
    package struct Rectangle: Hashable, Sendable {
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int

        /// The point where a vertical line through the middle leaves.
        func middle(atTop: Bool) -> Point {
            Point(x: x + width / 2, y: atTop ? y : y + height)
        }
    }

    /// The rectangle of every box.
    package internal(set) var boxes: [Rectangle]

    /// The rectangle of every area.
    package internal(set) var areas: [Rectangle]

    /// The points of every arrow, from its start to its end; none for one from a box to itself.
    ///
    /// Between two points an arrow is a curve that begins and ends vertically.
    package internal(set) var arrows: [[Point]]

    /// Whether every arrow points up, because it closes a cycle.
    package internal(set) var isReversed: [Bool]

    /// The width and the height of the whole.
    package internal(set) var size = Point(x: 0, y: 0)
}
