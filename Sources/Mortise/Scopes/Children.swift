// SPDX-License-Identifier: MIT

/// The scopes and overlays that were opened from a container, which it does not keep alive.
///
/// Guarded by the container's lock. A child removes itself before it is gone. So no weak reference is
/// kept, which would slow down all uses of the child.
struct Children {
    fileprivate struct Place {
        let child: Unmanaged<Container>
        /// Its position in the order of opening.
        let order: Int
    }

    private var places: [Place?] = []
    private var free: [Int] = []
    private var lastOrder = 0

    /// Whether no child is left.
    var isEmpty: Bool { places.count == free.count }

    /// The children that still exist, the last opened first.
    ///
    /// Releasing the result may run user code.
    var lastFirst: [Container] {
        places.compactMap { $0 }.sorted { $0.order > $1.order }.compactMap(\.existing)
    }

    /// Adds a child.
    ///
    /// - Returns: Its index.
    mutating func add(_ child: Container) -> Int {
        lastOrder += 1
        let place = Place(child: .passUnretained(child), order: lastOrder)
        guard let index = free.popLast() else {
            places.append(place)
            return places.count - 1
        }
        places[index] = place
        return index
    }

    /// Removes a child.
    mutating func remove(at index: Int) {
        free.append(index)
        places[index] = nil
    }
}

extension Children.Place {
    /// The child; `nil` if its `deinit` has begun, and waits for the container's lock.
    fileprivate var existing: Container? {
        // Only a weak reference can tell: to an object whose `deinit` has begun, it is `nil`. The
        // other one is not the last that is released, which would be a `deinit` under the lock.
        let known = child.takeUnretainedValue()
        return withExtendedLifetime(known) { WeakContainer(known: known).value }
    }
}
