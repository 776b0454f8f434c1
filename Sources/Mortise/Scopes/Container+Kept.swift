// SPDX-License-Identifier: MIT

/// A weak reference to an object.
// @unchecked: written once, before it is shared; weak references are read atomically.
package final class WeakObject: @unchecked Sendable {
    package private(set) weak var value: AnyObject?

    init(_ value: AnyObject) { self.value = value }
}

extension Container {
    /// The objects that the container keeps now, for tests that look for leaks.
    package var keptObjects: [WeakObject] {
        ownKeptObjects + counterparts.flatMap(\.keptObjects)
    }

    private var ownKeptObjects: [WeakObject] {
        var holders: [AnyObject] = []
        state.withLock { state in
            instances.withLock { _ in forEachKeepingSlot(state) { holders += $0.holders } }
        }
        return holders.compactMap { ($0 as? any ObjectHolder)?.object.map(WeakObject.init) }
    }
}

/// A holder that may hold an object.
protocol ObjectHolder {
    var object: AnyObject? { get }
}

extension Holder: ObjectHolder {}
