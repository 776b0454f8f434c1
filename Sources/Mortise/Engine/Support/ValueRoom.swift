// SPDX-License-Identifier: MIT

/// Storage for one value, of a type that only its owner knows.
///
/// It is for generic classes: each use of a stored `Value?` asks the runtime for the metadata of
/// the optional, which costs more than making an object. Here the metadata of the value itself is
/// enough.
///
/// The owner must empty it in the end. The storage knows whether it has a value.
package struct ValueRoom: Sendable {
    // As many words as an existential with one protocol has. A larger value is allocated.
    private var words: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)
    package private(set) var isFull = false

    package init() {}

    @inline(__always) private static func isInPlace<Value>(_: Value.Type) -> Bool {
        MemoryLayout<Value>.size <= MemoryLayout<(UInt, UInt, UInt, UInt, UInt)>.size
            && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
    }

    /// Calls a body with the address of the value.
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

    /// Stores a value, unless there is one.
    ///
    /// - Parameter value: The value.
    /// - Returns: Whether the value was stored.
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

    /// Moves the value out.
    package mutating func take<Value>(_: Value.Type) -> Value? {
        guard isFull else { return nil }
        isFull = false
        defer { deallocate(Value.self) }
        return withValue(Value.self) { $0.move() }
    }

    /// Releases the value in place, if there is one.
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
