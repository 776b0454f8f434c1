// SPDX-License-Identifier: MIT

/// The scopes and overlays that were opened from a container, which it does not keep alive.
struct Children {
    private struct Place {
        weak var child: Container?
        /// Before which others it was opened.
        let order: Int
    }

    private var places: [Place?] = []
    private var free: [Int] = []
    private var lastOrder = 0

    /// Whether there were any that have not left.
    var isEmpty: Bool { places.count == free.count }

    /// Those that are still there, the last one first.
    ///
    /// Letting go of what is returned may run user code.
    var lastFirst: [Container] {
        places.compactMap { $0 }.sorted { $0.order > $1.order }.compactMap(\.child)
    }

    /// Knows a child from now on.
    ///
    /// - Returns: Where.
    mutating func add(_ child: Container) -> Int {
        lastOrder += 1
        let place = Place(child: child, order: lastOrder)
        guard let index = free.popLast() else {
            places.append(place)
            return places.count - 1
        }
        places[index] = place
        return index
    }

    /// Forgets a child.
    mutating func remove(at index: Int) {
        places[index] = nil
        free.append(index)
    }
}
