// SPDX-License-Identifier: MIT

public import CMortiseThread
import MortiseGraph
import Synchronization

// Support for a vocabulary whose assemblies are classes. The declaring type of a member is known
// only at run time, and some members go by a name. Instances need not be `Sendable`: the
// vocabulary's types document the consequences.

extension Container {
    /// Resolves a member that is identified by its source location.
    ///
    /// - Parameters:
    ///   - member: The location of the member in the source.
    ///   - lifetime: How long instances live, whatever the arguments of the member.
    ///   - failure: The error type of the member.
    ///   - make: Makes an instance. Does not escape.
    ///   - step: Completes the instance or replaces it, and returns it as the member's type.
    ///   - cast: Converts the instance to the member's type.
    /// - Returns: The instance.
    /// - Throws: Any error from resolving.
    @_alwaysEmitIntoClient @inline(__always)
    package func instance<Instance, T>(
        of member: ClassMember,
        _ lifetime: EngineLifetime,
        throwing failure: Any.Type,
        _ make: () throws -> Instance,
        _ step: ((inout Instance) throws -> T)?,
        _ cast: (Instance) -> T
    ) throws -> T {
        let key = member.key(T.self, throwing: failure)
        guard let step else {
            if let found = HotPath.find(key, in: self) {
                return try HotPath.make(found) { cast(try make()) }
            }
            return try resolve(member.site(key), lifetime) { cast(try make()) }
        }
        if let found = HotPath.find(key, in: self, mayMake: false) {
            return HotPath.copy(found, T.self)
        }
        return try resolve(member.site(key), lifetime, make, replacing: step, cast)
    }

    /// Resolves a member whose instance goes by a name, which other members may use.
    ///
    /// - Parameters:
    ///   - member: The location of the member in the source.
    ///   - name: The name.
    ///   - lifetime: How long instances live.
    ///   - failure: The error type of the member.
    ///   - make: Makes an instance. Does not escape.
    ///   - step: Completes it.
    /// - Returns: The instance.
    /// - Throws: Any error from resolving.
    @usableFromInline
    package func instance<Instance>(
        of member: ClassMember,
        named name: String,
        _ lifetime: EngineLifetime,
        throwing failure: Any.Type,
        _ make: () throws -> Instance,
        _ step: ((inout Instance) throws -> Void)?
    ) throws -> Any {
        let site = member.site(name, lifetime, throwing: failure)
        // The name leads to a shared instance anyway.
        guard lifetime != .shared else {
            guard let step else { return try resolve(site, .shared) { try make() as Any } }
            func complete(_ made: inout Instance) throws -> Any {
                try step(&made)
                return made
            }
            return try resolve(site, .shared, make, replacing: complete) { $0 as Any }
        }
        let thread = ThreadRecord.make()
        let isOutermost = thread.pointee.frame == nil
        var published: [SharedNodePointer] = []
        do {
            let instance: Any
            if let step {
                func makeFirst() throws -> Instance {
                    let made = try make()
                    // A value is complete before any other code gets it.
                    if objectIdentity(of: made) != nil { published += thread.publish(made, site) }
                    return made
                }
                func complete(_ made: inout Instance) throws -> Any {
                    let first = objectIdentity(of: made)
                    try step(&made)
                    let isOther = first == nil || objectIdentity(of: made) != first
                    if isOther { published += thread.publish(made, site) }
                    return made
                }
                instance = try resolve(site, lifetime, makeFirst, replacing: complete) { $0 as Any }
            } else {
                instance = try resolve(site, lifetime) {
                    let instance = try make()
                    published += thread.publish(instance, site)
                    return instance as Any
                }
            }
            // The instance existed before; the rest of this graph may still find it by its name.
            if published.isEmpty, !isOutermost { show(instance, as: site) }
            return instance
        } catch {
            if !isOutermost, !published.isEmpty {
                thread.removeNodes { published.contains($0) }
            }
            throw error
        }
    }

    /// Finds the newest instance of the running resolve with a name, or from a member of that name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - member: The member that stands for it.
    ///   - failure: The error type of the member.
    ///   - cast: Converts the instance to the member's type.
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError`` with code `missing-binding` if there is none.
    package func placeholder<T>(
        _ name: String,
        of member: ClassMember,
        throwing failure: Any.Type,
        _ cast: (Any) -> T
    ) throws -> T {
        let site = member.site(member.key(T.self, throwing: failure))
        return try resolve(site, .unique) { () throws -> T in
            if let found = try shared(name, of: member.assembly) { return cast(found) }
            throw emptyPlaceholder(DefinitionTag.Member(site))
        }
    }

    /// Completes an object that other code has made, and makes it available to its graph by name.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - member: The location of the member in the source.
    ///   - name: The name.
    ///   - failure: The error type of the member.
    ///   - step: Completes it.
    /// - Throws: Any error from resolving.
    package func adopt<Object>(
        _ object: Object,
        of member: ClassMember,
        named name: String?,
        throwing failure: Any.Type,
        _ step: @escaping (Object) throws -> Void
    ) throws {
        let place = name.map { member.site($0, .shared, throwing: failure).adopting }
        let site = member.site(member.key(Object.self, throwing: failure))
        try adopt(object, site, as: place, { $0 as Any }, step)
    }

    /// Substitutes all members with a name; each request makes a new instance.
    package func substitute<Instance>(
        _ name: String,
        of assembly: Any.Type,
        _ file: StaticString,
        _ line: UInt32,
        _ make: @escaping @Sendable () throws -> Instance
    ) {
        let member = DefinitionTag.Member(
            name,
            of: TypeName(of: assembly),
            identity: KeyWords.word(of: assembly),
            site: SourceSite(file: "\(file)", line: Int(line)),
            column: 0
        )
        let maker = TypedMaker(make: make)
        _ = substitute(member, maker, livesLikeMember: false, isTemporary: false)
    }

    /// Removes the substitution of the members with a name.
    package func removeSubstitute(_ name: String, of assembly: Any.Type) {
        withdraw(.named(name, of: KeyWords.word(of: assembly)))
    }

    /// Returns the substitutions without an evaluated member that were not reported before.
    package func takeUnmatchedSubstitutes() -> [String] {
        let all = state.withLock { $0.existingExtras?.substitutes ?? [] }
        guard all.contains(where: { !$0.hasMatched.load(ordering: .relaxed) }) else { return [] }
        return unmatchedSubstitutes(onlyNew: true).map { $0.rendered() }
    }

    /// Whether any container has a substitution.
    @_alwaysEmitIntoClient @inline(__always)
    package static var hasSubstitutes: Bool { mortise_substitutions() > 0 }

    /// Whether a resolve runs on this thread.
    package static var isResolving: Bool {
        let thread = ThreadRecord.make()
        return thread.pointee.frame != nil || thread.pointee.table.load(ordering: .relaxed) != 0
    }

    /// Makes a kept instance available to the rest of the running resolve by its name.
    private func show(_ instance: Any, as site: MemberSite) {
        let thread = ThreadRecord.make()
        guard let frame = thread.pointee.frame, let name = site.name,
            let slot = first(of: Names(assembly: site.key.assembly, scope: site.scopeOfNames))
        else { return }
        let view = Unmanaged.passUnretained(self)
        guard thread.node(of: slot.knownAs, view.toOpaque(), name) == nil else { return }
        _ = frame.table(of: view)
        // Stored as the key's type, not as the instance's own type.
        thread.pointee.nodes = .make(
            instance as Any,
            slot: .passUnretained(slot),
            view: view,
            arguments: name,
            next: thread.pointee.nodes
        )
    }

    /// The first definition whose instances go by the given names.
    private func first(of names: Names) -> Slot? {
        state.withLock { $0.existingExtras?.names[names] }
    }

    /// The newest shared instance of the running resolve that has a name.
    private func shared(_ name: String, of assembly: Any.Type) throws -> Any? {
        let thread = ThreadRecord.make()
        guard let node = node(name, of: KeyWords.word(of: assembly), thread) else { return nil }
        if node.pointee.construction != 0 {
            try ConstructionSite.hold(node.pointee.construction, thread: thread)
        }
        let slot = Unmanaged<Slot>.fromOpaque(node.pointee.slot).takeUnretainedValue()
        func open<T>(_: T.Type) -> Any { node.instance(T.self).pointee }
        return _openExistential(slot.key.metatype, do: open)
    }

    /// The newest node with a name, or from a member of that name.
    private func node(_ name: String, of assembly: UInt, _ thread: Thread) -> SharedNodePointer? {
        let values = ArgumentValues([name])
        let view = Unmanaged.passUnretained(self).toOpaque()
        var slots: [(slot: Slot, values: ArgumentValues?)] = []
        state.withLock { state in
            for (names, slot) in state.existingExtras?.names ?? [:]
            where names.assembly == assembly {
                slots.append((slot, values))
            }
            for slot in state.slots where slot.makes(name, of: assembly) {
                slots.append((slot, nil))
            }
        }
        let found = slots.compactMap { thread.node(of: $0.slot.knownAs, view, $0.values) }
        return found.count < 2 ? found.first : thread.newest(of: found)
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// Makes the instance of the innermost factory available to the running resolve by its name.
    fileprivate func publish<Instance>(
        _ instance: Instance,
        _ site: MemberSite
    ) -> [SharedNodePointer] {
        guard let frame = pointee.frame else { return [] }
        let node = SharedNodePointer.make(
            instance as Any,
            slot: .fromOpaque(frame.slotObject.knownAs),
            view: frame.view,
            arguments: site.name,
            next: pointee.nodes
        )
        pointee.nodes = node
        return [node]
    }

    /// The newest of the given nodes, which a search has just found.
    fileprivate func newest(of nodes: [SharedNodePointer]) -> SharedNodePointer? {
        // If there is an index, that search has brought it up to date.
        guard let index = pointee.nodeIndex else { return firstNode { nodes.contains($0) } }
        return nodes.max { index.age(of: $0) < index.age(of: $1) }
    }
}

extension NodeIndex {
    /// The number of nodes before this one, or -1 if the index does not have it.
    fileprivate func age(of node: SharedNodePointer) -> Int {
        let hash = Self.hash(node.pointee.slot, node.pointee.view, node.pointee.arguments)
        var candidate = self.node(hash)
        while let (other, entry) = candidate {
            if other == node { return entry }
            candidate = self.node(hash, before: entry)
        }
        return -1
    }
}

extension Slot {
    /// Whether this slot defines a member with the given name and one instance per graph.
    fileprivate func makes(_ name: String, of assembly: UInt) -> Bool {
        guard scope == .shared, !isToldApart, case .member(let member) = tag else { return false }
        return member.identity == assembly && member.name == name
    }
}
