// SPDX-License-Identifier: MIT

/// The scopes and overlays that were opened from a container.
///
/// Guarded by the container's lock. Threads that open and close scopes contend for that, so the weak
/// references are made and released outside it.
struct Children {
    enum Child {
        /// One that is closed for certain, and leaves then.
        case leased(Container)
        /// One that is not kept alive, and may be released without being closed.
        // A container that has a weak reference counts all others in a slower way.
        case opened(WeakContainer)

        fileprivate var container: Container? {
            switch self {
            case .leased(let container): container
            case .opened(let link): link.value
            }
        }
    }

    struct Place {
        fileprivate let child: Child
        /// Its position in the order of opening.
        fileprivate let order: Int
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
        places.compactMap { $0 }.sorted { $0.order > $1.order }.compactMap(\.child.container)
    }

    /// Adds a child.
    ///
    /// - Returns: Its index.
    mutating func add(_ child: Child) -> Int {
        lastOrder += 1
        let place = Place(child: child, order: lastOrder)
        guard let index = free.popLast() else {
            places.append(place)
            return places.count - 1
        }
        places[index] = place
        return index
    }

    /// Removes a child.
    ///
    /// - Returns: Its place, for the caller to release outside the lock.
    mutating func remove(at index: Int) -> Place? {
        free.append(index)
        return places[index].take()
    }
}
