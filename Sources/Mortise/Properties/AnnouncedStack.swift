// SPDX-License-Identifier: MIT

/// The properties announced in the factories that run on a thread, innermost last.
///
/// The thread keeps the memory, so announcing allocates only when the stack grows.
struct AnnouncedStack {
    private struct Entry {
        /// The frame of the factory; `nil` once the properties belong to its instance.
        var frame: FramePointer?
        let property: any InjectableProperty
    }

    private var entries: UnsafeMutablePointer<Entry>?
    private var capacity = 0
    private(set) var count = 0

    mutating func append(_ property: any InjectableProperty, in frame: FramePointer) {
        if count == capacity { grow() }
        entries.unsafelyUnwrapped.advanced(by: count)
            .initialize(to: Entry(frame: frame, property: property))
        count += 1
    }

    private mutating func grow() {
        capacity = max(16, capacity * 2)
        let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        if let entries {
            larger.moveInitialize(from: entries, count: count)
            entries.deallocate()
        }
        entries = larger
    }

    /// Removes the last property.
    ///
    /// The caller releases it, which may run user code.
    mutating func removeLast() -> any InjectableProperty {
        count -= 1
        return entries.unsafelyUnwrapped.advanced(by: count).move().property
    }

    subscript(_ index: Int) -> any InjectableProperty {
        entries.unsafelyUnwrapped[index].property
    }

    /// The address of a property.
    func address(at index: Int) -> UInt {
        UInt(
            bitPattern: Unmanaged.passUnretained(
                entries.unsafelyUnwrapped[index].property as AnyObject
            )
            .toOpaque()
        )
    }

    /// The index of a frame's first property.
    func firstIndex(of frame: FramePointer) -> Int? {
        var index = count
        var first: Int?
        while index > 0 {
            index -= 1
            if entries.unsafelyUnwrapped[index].frame == frame { first = index }
        }
        return first
    }

    /// The number of a frame's properties, or 0 if its factory is not the innermost.
    func countOnTop(of frame: FramePointer) -> Int {
        var first = count
        while first > 0, entries.unsafelyUnwrapped[first - 1].frame == frame { first -= 1 }
        return count - first
    }

    /// Marks the properties from an index on as their instance's, whose factory has returned.
    func close(from first: Int) {
        for index in first..<count { entries.unsafelyUnwrapped[index].frame = nil }
    }

    /// Frees the memory.
    func free() { entries?.deallocate() }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// Removes and returns the properties of a frame's factory.
    ///
    /// Called once, when the factory ends.
    func takeAnnounced(in frame: FramePointer) -> [any InjectableProperty] {
        let taken = announced(in: frame)
        forgetAnnounced(from: pointee.announced.count - taken.count)
        return taken
    }

    /// The properties that a frame's factory has announced so far.
    func announced(in frame: FramePointer) -> [any InjectableProperty] {
        guard pointee.announced.count > 0,
            let first = pointee.announced.firstIndex(of: frame)
        else { return [] }
        return (first..<pointee.announced.count).map { pointee.announced[$0] }
    }

    /// Removes the properties from an index on.
    func forgetAnnounced(from first: Int) {
        while pointee.announced.count > first { _ = pointee.announced.removeLast() }
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension AnnouncedStack: Sendable {}
