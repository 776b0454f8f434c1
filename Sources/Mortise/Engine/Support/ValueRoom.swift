// SPDX-License-Identifier: MIT

/// Room for one value, of a type that only its user knows.
///
/// For generic classes: a stored `Value?` has each of its uses ask the runtime for the metadata of the optional,
/// which costs more than making an object. Here the metadata of the value itself is enough.
///
/// Whoever has it empties it in the end; it says itself whether there is a value.
package struct ValueRoom: Sendable {
    // As many as an existential with one protocol has. What is larger is kept elsewhere.
    private var words: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)
    package private(set) var isFull = false

    package init() {}

    @inline(__always) private static func isInPlace<Value>(_: Value.Type) -> Bool {
        MemoryLayout<Value>.size <= MemoryLayout<(UInt, UInt, UInt, UInt, UInt)>.size
            && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
    }

    /// Where the value lies.
    @inline(__always)
    private mutating func withValue<Value, Result>(
        _: Value.Type,
        _ body: (UnsafeMutablePointer<Value>) -> Result
    ) -> Result {
        let isInPlace = Self.isInPlace(Value.self)
        return withUnsafeMutableBytes(of: &words) { bytes in
            let start = bytes.baseAddress.unsafelyUnwrapped
            guard !isInPlace else { return body(start.assumingMemoryBound(to: Value.self)) }
            return body(start.load(as: UnsafeMutablePointer<Value>.self))
        }
    }

    /// Puts a value in, unless there is one.
    ///
    /// - Parameter value: The value.
    /// - Returns: Whether there was none.
    package mutating func fill<Value>(_ value: Value) -> Bool {
        guard !isFull else { return false }
        if !Self.isInPlace(Value.self) {
            let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
            words.0 = UInt(bitPattern: place)
        }
        withValue(Value.self) { $0.initialize(to: value) }
        isFull = true
        return true
    }

    /// A copy of the value.
    package mutating func value<Value>(of _: Value.Type) -> Value? {
        guard isFull else { return nil }
        return withValue(Value.self) { $0.pointee }
    }

    /// Takes the value out.
    package mutating func take<Value>(_: Value.Type) -> Value? {
        guard isFull else { return nil }
        isFull = false
        defer { deallocate(Value.self) }
        return withValue(Value.self) { $0.move() }
    }

    /// Releases the value where it lies, if there is one.
    package mutating func empty<Value>(_: Value.Type) {
        guard isFull else { return }
        isFull = false
        withValue(Value.self) { _ = $0.deinitialize(count: 1) }
        deallocate(Value.self)
    }

    private func deallocate<Value>(_: Value.Type) {
        guard !Self.isInPlace(Value.self) else { return }
        UnsafeMutablePointer<Value>(bitPattern: words.0)?.deallocate()
    }
}
