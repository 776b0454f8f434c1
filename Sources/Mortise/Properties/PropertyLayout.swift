// SPDX-License-Identifier: MIT

import CMortiseThread

/// The offsets of the properties in a class's instances, in the order in which they are filled.
final class PropertyLayout: Sendable {
    struct Place: Sendable {
        let offset: Int
        /// The index among the announced properties.
        let index: Int
    }

    /// The number of classes that a definition remembers; instances of other classes are searched
    /// each time.
    static let limit = 4

    /// The class.
    let type: UInt
    let places: [Place]
    /// The layout of another class, found earlier.
    let next: PropertyLayout?
    /// The number of layouts in the chain from here on.
    let depth: Int

    init(_ type: UInt, _ places: [Place], before next: PropertyLayout?) {
        self.type = type
        self.places = places
        self.next = next
        depth = (next?.depth ?? 0) + 1
    }

    func matches(_ type: UInt, _ count: Int) -> Bool { self.type == type && places.count == count }
}

/// The announced properties of an instance that has the same layout as one before.
///
/// The thread keeps the properties meanwhile; the definition keeps the layout.
struct PropertiesInPlace {
    private var layout: Unmanaged<PropertyLayout>?
    /// The index of the first one among the announced properties.
    private(set) var first = 0
    private(set) var count = 0

    /// Checks whether the properties are at the expected offsets.
    ///
    /// - Parameters:
    ///   - object: The instance.
    ///   - type: Its class.
    ///   - frame: The frame of its factory.
    ///   - details: The definition's details, which have the layouts.
    /// - Returns: `false` if the properties must be searched for.
    mutating func find(
        in object: UnsafeRawPointer,
        _ type: Any.Type,
        announcedIn frame: FramePointer,
        _ details: Details
    ) -> Bool {
        let thread = frame.pointee.thread
        let count = thread.pointee.announced.countOnTop(of: frame)
        guard count > 0, let layout = details.layout(of: KeyWords.word(of: type), count) else {
            return false
        }
        let first = thread.pointee.announced.count - count
        let isInPlace = layout._withUnsafeGuaranteedRef { layout in
            layout.places.allSatisfy { place in
                mortise_peek(object + place.offset)
                    == thread.pointee.announced.address(at: first + place.index)
            }
        }
        guard isInPlace else { return false }
        thread.pointee.announced.close(from: first)
        self.layout = layout
        self.first = first
        self.count = count
        return true
    }

    func property(at position: Int, _ thread: Thread) -> any InjectableProperty {
        let index = layout.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0.places[position].index }
        return thread.pointee.announced[first + index]
    }
}
