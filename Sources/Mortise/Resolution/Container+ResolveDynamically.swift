// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

extension Container {
    /// Resolves an instance of a type that is known at run time only.
    ///
    /// - Parameters:
    ///   - type: Any metatype, such as `(any API).self as Any.Type`.
    ///   - tag: A tag, if a tagged definition is meant.
    /// - Returns: What ``resolve(_:)->T`` with the static type returns.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``.
    public func resolve(dynamically type: Any.Type, tag: (any TagConvertible)? = nil) throws -> Any
    {
        try resolveAny(type, tag: tag?.tag, slot: nil)
    }

    /// Resolves an instance of every contributing definition of a type.
    ///
    /// Definitions of sources come first, source by source, then the container's own, each in the
    /// order registered. A definition that is not ``Definition/contributing()`` hides those of the
    /// sources of its container, and no others.
    ///
    /// - Parameters:
    ///   - type: What to resolve.
    ///   - tag: The tag of the definitions; nothing else is meant by it. Without one, the untagged are.
    /// - Returns: The instances; empty if nothing is registered.
    /// - Throws: The first ``ResolutionError``.
    public func resolveAll<T>(
        _ type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) throws -> [T] {
        try ask(T.self, tag: tag?.tag) { try $0.resolveAll() }
    }

    func resolveAny(_ type: Any.Type, tag: DefinitionTag?, slot: Slot?) throws -> Any {
        func open<T>(_: T.Type) throws -> Any {
            try ask(T.self, tag: tag) { request in
                try slot.map { try request.resolve($0) } ?? request.resolve()
            }
        }
        return try open(type)
    }
}

extension Resolver {
    /// Resolves an instance of a type that is known at run time only.
    ///
    /// - Parameters:
    ///   - type: Any metatype, such as `(any API).self as Any.Type`.
    ///   - tag: A tag, if a tagged definition is meant.
    /// - Returns: What ``resolve(_:)->T`` with the static type returns.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``.
    public func resolve(dynamically type: Any.Type, tag: (any TagConvertible)? = nil) throws -> Any
    {
        func open<T>(_: T.Type) throws -> Any {
            try Request(T.self, tag: tag?.tag, Caller(frame)).resolve()
        }
        return try open(type)
    }

    /// Resolves an instance of every contributing definition of a type.
    ///
    /// - Parameters:
    ///   - type: What to resolve.
    ///   - tag: The tag of the definitions; nothing else is meant by it. Without one, the untagged are.
    /// - Returns: The instances; empty if nothing is registered.
    /// - Throws: The first ``ResolutionError``.
    public func resolveAll<T>(
        _ type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) throws -> [T] {
        try Request(T.self, tag: tag?.tag, Caller(frame)).resolveAll()
    }

    /// Resolves an instance of every contributing definition of a type that has the tag that this
    /// factory's own instance was asked for with.
    ///
    /// - Parameters:
    ///   - type: What to resolve.
    ///   - tag: ``InheritedTag/inherited``.
    /// - Returns: The instances; empty if nothing is registered.
    /// - Throws: The first ``ResolutionError``.
    public func resolveAll<T>(_ type: T.Type = T.self, tag: InheritedTag) throws -> [T] {
        try Request(T.self, tag: frame.requestedTag, Caller(frame)).resolveAll()
    }
}

extension Request {
    /// An instance of every definition that lives under the key.
    func resolveAll() throws -> [Instance] {
        if let frame = caller.frame, frame.pointee.note & FrameFlags.recording != 0 {
            frame.record(key, isOptional: true, isPlural: true)
        }
        let found = contributions
        // They may be replaced meanwhile, by one of their own factories perhaps.
        thread.session.slots += found.map(\.slot)
        return try found.map { try asking($0.view).resolve($0.slot) }
    }

    private var contributions: [(slot: Slot, view: Table)] {
        var seen: Set<ObjectIdentifier> = []
        func collect(_ container: Container, _ view: Table) -> [(slot: Slot, view: Table)] {
            guard seen.insert(ObjectIdentifier(container)).inserted else { return [] }
            let (own, areContributing) = container.contributions(to: key)
            let found = own.map { ($0, view) }
            guard own.isEmpty || areContributing else { return found }
            let enclosing = container.enclosing.flatMap { collect($0, view) }
            // What those have that it is linked with is made as if it had been asked for there.
            let asked = view.owner.takeUnretainedValue()
            let linked = container.peers.flatMap { peer in
                let peer = asked.counterpart(of: peer, from: container)
                return collect(
                    peer,
                    thread.session.table(of: .passUnretained(peer), thread: thread)
                )
            }
            return linked + enclosing + found
        }
        return collect(caller.asked, view)
    }
}

extension Container {
    /// The definitions that answer a plain key, in the order registered, and whether they are meant to
    /// live beside others.
    fileprivate func contributions(to key: KeyWords) -> (slots: [Slot], areContributing: Bool) {
        state.withLock { state in
            let extras = state.extras
            let all = extras.contributions[key] ?? Self.answers(to: key, among: state.slots)
            extras.contributions[key] = all
            let areContributing = all.contains { $0.existingDetails?.isContributing == true }
            guard !areContributing, all.count > 1 else { return (all, areContributing) }
            // Not meant to live together: the one that `resolve` gives, if that is clear.
            let table = Table(word: self.table.load(ordering: .acquiring))
            return (table.find(key).map { [$0.takeUnretainedValue()] } ?? [], false)
        }
    }

    private static func answers(to key: KeyWords, among slots: SlotList) -> [Slot] {
        slots.compactMap { slot in
            let plain = slot.arguments == 0 ? slot : slot.wired
            return plain.flatMap { $0.key == key ? $0 : nil }
        }
    }
}
