// SPDX-License-Identifier: MIT

public import CMortiseThread
import Synchronization

/// What the instances of a type may be asked for, remembered: asking the runtime each time costs
/// more than making an instance.
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

    /// Tells what is remembered from nothing.
    private static let isKnown = Capabilities(rawValue: 128)

    private static let bits = 8
    /// The hashes of types' addresses, shifted up by what their indices say, and their capabilities.
    ///
    /// No two addresses have the same hash, so nothing else need be free in one.
    // The pointer never changes, and what it leads to is atomic.
    private nonisolated(unsafe) static let known: UnsafeMutablePointer<Atomic<UInt>> = {
        let known = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1 << bits)
        for index in 0..<1 << bits { (known + index).initialize(to: Atomic(0)) }
        return known
    }()

    /// What values of a type may be cast to.
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
        // A cast looks into what wraps another value.
        if type is any DerivedDependency.Type || type == AnyHashable.self { return all }
        var capabilities: Capabilities = []
        if type is any ResolutionAware.Type { capabilities.insert(.resolutionAware) }
        if type is any Closable.Type { capabilities.insert(.closable) }
        if type is any AsyncClosable.Type { capabilities.insert(.asyncClosable) }
        return capabilities
    }

    /// Whether instances of a type may want to hear that they were resolved.
    @usableFromInline static func mayBeAware(_ type: Any.Type) -> Bool {
        of(type).contains(.resolutionAware)
    }
}

/// The type of a value; of what is inside, if its static type is an existential.
///
/// Other than `type(of:)` it does not copy the value.
@inlinable @inline(__always) package func dynamicType<T>(of instance: T) -> Any.Type {
    let type = withUnsafePointer(to: instance) {
        mortise_dynamic_type($0, unsafeBitCast(T.self, to: UnsafeRawPointer.self))
    }
    return unsafeBitCast(type, to: Any.Type.self)
}
