// SPDX-License-Identifier: MIT

import MortiseGraph

// What a vocabulary needs that speaks of keys as metatypes, and whose definitions do not keep their
// container alive.

/// What a definition is registered under, or what was asked for, as metatypes.
package struct RequestedKey: Sendable {
    /// The type.
    package let type: Any.Type
    /// The type of the run-time arguments; a tuple if there are several, `Void` if there are none.
    package let arguments: Any.Type
    /// The tag.
    package let tag: Tag?

    package init(_ type: Any.Type, arguments: Any.Type, tag: Tag?) {
        self.type = type
        self.arguments = arguments
        self.tag = tag
    }

    init(_ key: KeyWords) {
        self.init(key.metatype, arguments: key.argumentsMetatype ?? Void.self, tag: key.tag)
    }

    var words: KeyWords {
        KeyWords(
            type: KeyWords.word(of: type),
            arguments: arguments == Void.self ? 0 : KeyWords.word(of: arguments),
            tag: tag
        )
    }

    /// The types of the run-time arguments.
    package static func elements(of arguments: Any.Type) -> [Any.Type] {
        guard arguments != Void.self else { return [] }
        // Part of Swift's stable ABI, as in `TypeName.elements(of:)`.
        let words = unsafeBitCast(arguments, to: UnsafePointer<UInt>.self)
        guard words[0] == 0x301 else { return [arguments] }
        return (0..<Int(words[1])).map { unsafeBitCast(words[3 + 2 * $0], to: Any.Type.self) }
    }
}

extension ResolutionError {
    /// What could not be resolved: the last key on the way.
    package var requestedKey: RequestedKey? { entries.last.map { RequestedKey($0.key) } }

    /// The definitions between which nothing decides.
    package var candidateKeys: [RequestedKey] { candidates.map { RequestedKey($0.key) } }
}

extension Container {
    /// The keys of all definitions, in the order they were registered.
    package var registeredKeys: [RequestedKey] {
        registeredSlots.filter { $0.kind != .member && $0.kind != .substitute }
            .map { RequestedKey($0.key) }
    }

    /// A key that is registered, or needed by what is, as metatypes.
    package func requestedKey(named key: Key) -> RequestedKey? {
        let slots = ([self] + sourcesInOrder).flatMap(\.registeredSlots)
        if let slot = slots.first(where: { $0.key.key == key }) { return RequestedKey(slot.key) }
        guard key.arguments.isEmpty else { return nil }
        let registered = slots.first { $0.tag == key.tag && $0.key.key.type == key.type }
        guard let type = registered?.type ?? parameterTypes[key.type] else { return nil }
        return RequestedKey(KeyWords(type: type, tag: key.tag))
    }

    /// Removes the definition of a key, with what it cached and the types it forwards.
    ///
    /// - Precondition: The container is not bootstrapped.
    package func removeDefinition(of key: RequestedKey) {
        let words = key.words
        let going = state.withLock { state in
            state.slots.filter { $0.key.isSame(words) }
                .flatMap(\.goingAlong)
        }
        drop(Set(going.map(ObjectIdentifier.init)))
    }
}

/// A definition, without its container.
package struct DetachedDefinition<Instance>: Sendable {
    private let slot: Slot
    private let container: WeakContainer

    package init(_ definition: Definition<Instance>) {
        slot = definition.slot
        container = WeakContainer(definition.container)
    }

    /// The definition, if its container still exists and has it.
    package var definition: Definition<Instance>? {
        guard let container = container.value,
            container.registeredSlots.contains(where: { $0 === slot })
        else { return nil }
        return Definition(slot, in: container)
    }
}
