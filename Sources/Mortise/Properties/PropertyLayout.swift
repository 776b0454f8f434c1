// SPDX-License-Identifier: MIT

import CMortiseThread

/// Where the properties of the instances of a class lie, in the order in which they are filled.
final class PropertyLayout: Sendable {
    struct Place: Sendable {
        let offset: Int
        /// The position among those that announced themselves.
        let index: Int
    }

    /// How many of them a definition remembers: what makes instances of more classes has others looked
    /// for each time.
    static let limit = 4

    /// The class.
    let type: UInt
    let places: [Place]
    /// One that was found earlier.
    let next: PropertyLayout?
    /// How many there are from here on.
    let depth: Int

    init(_ type: UInt, _ places: [Place], before next: PropertyLayout?) {
        self.type = type
        self.places = places
        self.next = next
        depth = (next?.depth ?? 0) + 1
    }

    func matches(_ type: UInt, _ count: Int) -> Bool { self.type == type && places.count == count }
}

/// The properties of an instance that announced themselves, and lie where those of the one before lay.
///
/// The thread keeps them in the meantime; the definition keeps the layout.
struct PropertiesInPlace {
    private var layout: Unmanaged<PropertyLayout>?
    /// Where they begin among what was announced.
    private(set) var first = 0
    private(set) var count = 0

    /// Looks whether they are where they are expected.
    ///
    /// - Parameters:
    ///   - object: The instance.
    ///   - type: Its class.
    ///   - frame: The frame of its factory.
    ///   - details: What its definition remembers.
    /// - Returns: `false` if they have to be looked for.
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
