// SPDX-License-Identifier: MIT

/// The properties that announced themselves in factories which are running on a thread, innermost last.
///
/// Its memory stays with the thread, so that announcing allocates nothing.
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

    /// Takes the last one out; whoever gets it releases it, which may run a user's code.
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

    /// Where those of a frame begin.
    func firstIndex(of frame: FramePointer) -> Int? {
        var index = count
        var first: Int?
        while index > 0 {
            index -= 1
            if entries.unsafelyUnwrapped[index].frame == frame { first = index }
        }
        return first
    }

    /// How many the innermost factory has, if it is that of a frame.
    func countOnTop(of frame: FramePointer) -> Int {
        var first = count
        while first > 0, entries.unsafelyUnwrapped[first - 1].frame == frame { first -= 1 }
        return count - first
    }

    /// From some index on they belong to their instance, whose factory has returned.
    func close(from first: Int) {
        for index in first..<count { entries.unsafelyUnwrapped[index].frame = nil }
    }

    /// Gives back the memory.
    func free() { entries?.deallocate() }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// What announced itself in the factory of a frame; asked once, when that is over.
    func takeAnnounced(in frame: FramePointer) -> [any InjectableProperty] {
        let taken = announced(in: frame)
        forgetAnnounced(from: pointee.announced.count - taken.count)
        return taken
    }

    /// What announced itself in the factory of a frame by now.
    func announced(in frame: FramePointer) -> [any InjectableProperty] {
        guard pointee.announced.count > 0,
            let first = pointee.announced.firstIndex(of: frame)
        else { return [] }
        return (first..<pointee.announced.count).map { pointee.announced[$0] }
    }

    /// Forgets what announced itself since then.
    func forgetAnnounced(from first: Int) {
        while pointee.announced.count > first { _ = pointee.announced.removeLast() }
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension AnnouncedStack: Sendable {}
