// SPDX-License-Identifier: MIT

public import CMortiseThread
import Synchronization

/// The protocols that a type's instances may conform to, remembered for each type.
///
/// Asking the runtime each time costs more than making an instance.
@usableFromInline struct Capabilities: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt

    @usableFromInline init(rawValue: UInt) { self.rawValue = rawValue }

    /// May conform to ``ResolutionAware``.
    @usableFromInline static let resolutionAware = Capabilities(rawValue: 1)
    /// May conform to ``Closable``.
    static let closable = Capabilities(rawValue: 2)
    /// May conform to ``AsyncClosable``.
    static let asyncClosable = Capabilities(rawValue: 4)
    private static let all = Capabilities(rawValue: 7)

    /// Distinguishes a remembered word from an empty one.
    private static let isKnown = Capabilities(rawValue: 128)

    private static let bits = 8
    /// The words that are remembered, by the highest bits of the hash of a type's address.
    ///
    /// Each has the other bits of the hash, and the capabilities below them. No two addresses have
    /// the same hash, so a word and its index identify the type.
    // The pointer never changes, and what it points to is atomic.
    private nonisolated(unsafe) static let known: UnsafeMutablePointer<Atomic<UInt>> = {
        let known = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1 << bits)
        for index in 0..<1 << bits { (known + index).initialize(to: Atomic(0)) }
        return known
    }()

    /// The capabilities of a type's instances.
    static func of(_ type: Any.Type) -> Capabilities {
        let hash = Words.hash(KeyWords.word(of: type), 0)
        let index = Int(bitPattern: hash >> Words.shift(leaving: bits))
        let word = hash << UInt(bits) | isKnown.rawValue
        let found = known[index].load(ordering: .relaxed)
        if found & ~all.rawValue == word { return Capabilities(rawValue: found).intersection(all) }
        let capabilities = ask(type)
        known[index].store(word | capabilities.rawValue, ordering: .relaxed)
        return capabilities
    }

    @inline(never) private static func ask(_ type: Any.Type) -> Capabilities {
        // A cast looks into a type that wraps another value.
        if type is any DerivedDependency.Type || type == AnyHashable.self { return all }
        var capabilities: Capabilities = []
        if type is any ResolutionAware.Type { capabilities.insert(.resolutionAware) }
        if type is any Closable.Type { capabilities.insert(.closable) }
        if type is any AsyncClosable.Type { capabilities.insert(.asyncClosable) }
        return capabilities
    }

    /// Whether instances of a type may conform to ``ResolutionAware``.
    @usableFromInline static func mayBeAware(_ type: Any.Type) -> Bool {
        of(type).contains(.resolutionAware)
    }
}

/// The dynamic type of a value: that of its content, if the static type is an existential.
///
/// Unlike `type(of:)`, it does not copy the value.
@inlinable @inline(__always) package func dynamicType<T>(of instance: T) -> Any.Type {
    let type = withUnsafePointer(to: instance) {
        mortise_dynamic_type($0, unsafeBitCast(T.self, to: UnsafeRawPointer.self))
    }
    return unsafeBitCast(type, to: Any.Type.self)
}
