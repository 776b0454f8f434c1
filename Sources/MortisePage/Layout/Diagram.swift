// SPDX-License-Identifier: MIT

/// Boxes, the areas around them, and arrows between boxes: what is to be placed.
package struct Diagram: Sendable {
    /// A box, for a definition.
    package struct Box: Sendable {
        let width: Int
        let height: Int
        let area: Int?

        /// Creates a box.
        ///
        /// - Parameters:
        ///   - width: Its width.
        ///   - height: Its height.
        ///   - area: The index of the innermost area around it.
        package init(width: Int, height: Int, area: Int? = nil) {
            self.width = width
            self.height = height
            self.area = area
        }
    }

    /// An area around boxes and other areas.
    package struct Area: Sendable {
        let parent: Int?
        /// The width of its title, which is written along its upper edge.
        let titleWidth: Int

        /// Creates an area.
        ///
        /// - Parameters:
        ///   - parent: The index of the area around it, which comes before it.
        ///   - titleWidth: The width of its title.
        package init(inside parent: Int? = nil, titleWidth: Int = 0) {
            self.parent = parent
            self.titleWidth = titleWidth
        }
    }

    /// An arrow from one box to another, by their indexes.
    package struct Arrow: Hashable, Sendable {
        let start: Int
        let end: Int

        /// Creates an arrow.
        ///
        /// - Parameters:
        ///   - start: The index of the box in which it starts.
        ///   - end: The index of the box in which it ends.
        package init(from start: Int, to end: Int) {
            self.start = start
            self.end = end
        }
    }

    let boxes: [Box]
    let areas: [Area]
    let arrows: [Arrow]

    /// Creates a diagram.
    ///
    /// - Parameters:
    ///   - boxes: The boxes.
    ///   - areas: The areas, each after the one around it.
    ///   - arrows: The arrows.
    package init(boxes: [Box], areas: [Area] = [], arrows: [Arrow]) {
        self.boxes = boxes
        self.areas = areas
        self.arrows = arrows
    }
}
