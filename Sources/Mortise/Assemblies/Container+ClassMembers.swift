// SPDX-License-Identifier: MIT

public import CMortiseThread
import MortiseGraph
import Synchronization

// What a vocabulary needs whose assemblies are classes: which type declares a member is known when the
// program runs, and some members go by a name. Instances need not be `Sendable`: what that means is
// said where the vocabulary's types are.

/// How long an instance lives, for a vocabulary.
@usableFromInline package enum MemberScope: Sendable {
    case unique, shared, singleton, eagerSingleton, weakSingleton

    @inlinable var kind: EngineScope {
        switch self {
        case .unique: .unique
        case .shared: .shared
        case .singleton: .singleton
        case .eagerSingleton: .eagerSingleton
        case .weakSingleton: .weakSingleton
        }
    }
}

/// Where a member of a class is written.
@usableFromInline package struct ClassMember: Sendable, CustomStringConvertible {
    @usableFromInline let assembly: Any.Type
    @usableFromInline let function: StaticString
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt32
    @usableFromInline let column: UInt32

    @inlinable @inline(__always) package init(
        of assembly: Any.Type,
        _ function: StaticString,
        _ file: StaticString,
        _ line: UInt32,
        _ column: UInt32
    ) {
        self.assembly = assembly
        self.function = function
        self.file = file
        self.line = line
        self.column = column
    }

    /// The place.
    @usableFromInline package var description: String {
        "\(assembly).\(function) at \(file):\(line)"
    }

    @inlinable @inline(__always)
    func key(_ type: Any.Type, throwing failure: Any.Type) -> MemberKey {
        MemberKey(type, of: assembly, throwing: failure, file, line, column)
    }

    @inlinable @inline(__always)
    func site(_ key: MemberKey) -> MemberSite {
        MemberSite(key, of: assembly, function, file, line, column)
    }

    /// The same for a member that goes by a name.
    func site(_ name: String, _ scope: MemberScope, throwing failure: Any.Type) -> MemberSite {
        MemberSite(
            key(Any.self, throwing: failure),
            of: assembly,
            function,
            file,
            line,
            UInt32(scope.kind.number),
            name: name
        )
    }
}

extension Container {
    /// The instance of a member that is known by its place.
    ///
    /// - Parameters:
    ///   - member: Where it is written.
    ///   - scope: How long instances live. What is shared is new each time if the member has
    ///     arguments: they are not known here.
    ///   - failure: What the member throws.
    ///   - make: Makes an instance. Does not escape.
    ///   - step: Completes it.
    ///   - cast: Gives it as what the member is.
    /// - Returns: The instance.
    /// - Throws: What resolving throws.
    @inlinable @inline(__always)
    package func instance<Instance, T>(
        of member: ClassMember,
        _ scope: MemberScope,
        throwing failure: Any.Type,
        _ make: () throws -> Instance,
        _ step: ((inout Instance) throws -> Void)?,
        _ cast: (Instance) -> T
    ) throws -> T {
        let key = member.key(T.self, throwing: failure)
        guard let step else {
            if let found = Hot.find(key, in: self) {
                return try Hot.make(found) { cast(try make()) }
            }
            let site = member.site(key)
            return try resolve(site, site.scope(scope)) { cast(try make()) }
        }
        if let found = Hot.findKept(key, in: self) { return Hot.copy(found, T.self) }
        let site = member.site(key)
        return try resolve(site, site.scope(scope), make, step, cast)
    }

    /// The instance of a member that goes by a name: other members may get it by that, too.
    ///
    /// - Parameters:
    ///   - member: Where it is written.
    ///   - name: The name.
    ///   - scope: How long instances live.
    ///   - failure: What the member throws.
    ///   - make: Makes an instance. Does not escape.
    ///   - step: Completes it.
    /// - Returns: The instance.
    /// - Throws: What resolving throws.
    @usableFromInline
    package func instance<Instance>(
        of member: ClassMember,
        named name: String,
        _ scope: MemberScope,
        throwing failure: Any.Type,
        _ make: () throws -> Instance,
        _ step: ((inout Instance) throws -> Void)?
    ) throws -> Any {
        let site = member.site(name, scope, throwing: failure)
        // What is shared lies where the name leads to anyway.
        guard scope != .shared else {
            guard let step else { return try resolve(site, .shared) { try make() as Any } }
            return try resolve(site, .shared, make, step) { $0 as Any }
        }
        let thread = ThreadRecord.make()
        let isOutermost = thread.pointee.frame == nil
        var published: SharedNodePointer?
        do {
            let instance: Any
            if let step {
                func makeFirst() throws -> Instance {
                    let made = try make()
                    // A value is complete before anybody gets it.
                    if objectIdentity(of: made) != nil { published = thread.publish(made) }
                    return made
                }
                func complete(_ made: inout Instance) throws {
                    try step(&made)
                    if published == nil { published = thread.publish(made) }
                }
                instance = try resolve(site, scope.kind, makeFirst, complete) { $0 as Any }
            } else {
                instance = try resolve(site, scope.kind) {
                    let instance = try make()
                    published = thread.publish(instance)
                    return instance as Any
                }
            }
            // It was there before: the rest of this graph may have it by its name all the same.
            if published == nil, !isOutermost { show(instance, as: site) }
            return instance
        } catch {
            if !isOutermost, let published { thread.removeNodes { $0 == published } }
            throw error
        }
    }

    /// What the running resolve has under a name: the newest that goes by it, or whose member is called
    /// so.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - member: The member that stands for it.
    ///   - failure: What that throws.
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError`` with code `missing-binding` if there is none.
    package func placeholder(
        _ name: String,
        of member: ClassMember,
        throwing failure: Any.Type
    ) throws -> Any {
        let site = member.site(member.key(Any.self, throwing: failure))
        return try resolve(site, .unique) { () throws -> Any in
            if let found = try shared(name, of: member.assembly) { return found }
            throw emptyPlaceholder(Tag.Member(site))
        }
    }

    /// Completes an object that somebody else has made, and lets the rest of its graph have it by a
    /// name.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - member: Where it is written.
    ///   - name: The name.
    ///   - failure: What the member throws.
    ///   - step: Completes it.
    /// - Throws: What resolving throws.
    package func adopt<Object>(
        _ object: Object,
        of member: ClassMember,
        named name: String?,
        throwing failure: Any.Type,
        _ step: @escaping (Object) throws -> Void
    ) throws {
        let place = name.map { member.site($0, .shared, throwing: failure) }
        let site = member.site(member.key(Object.self, throwing: failure))
        try adopt(object, site, as: place, { $0 as Any }, step)
    }

    /// Makes something in place of all members that have a name, each time it is asked for.
    package func substitute<Instance>(
        _ name: String,
        of assembly: Any.Type,
        _ file: StaticString,
        _ line: UInt32,
        _ make: @escaping @Sendable () throws -> Instance
    ) {
        let member = Tag.Member(
            name,
            of: TypeName(of: assembly),
            identity: KeyWords.word(of: assembly),
            site: SourceSite(file: "\(file)", line: Int(line)),
            column: 0
        )
        let maker = NamedMaker(make: make)
        _ = substitute(member, maker, livesLikeMember: false, isTemporary: false)
    }

    /// Makes nothing any more in place of the members that have a name.
    package func removeSubstitute(_ name: String, of assembly: Any.Type) {
        withdraw(.named(name, of: KeyWords.word(of: assembly)))
    }

    /// What was to take the place of members that nobody has evaluated, and was not told before.
    package func takeUnmatchedSubstitutes() -> [String] {
        let all = state.withLock { $0.existingExtras?.substitutes ?? [] }
        guard all.contains(where: { !$0.hasMatched.load(ordering: .relaxed) }) else { return [] }
        return unmatchedSubstitutes { substitute in
            !substitute.wasReported.exchange(true, ordering: .relaxed)
        }.map { $0.rendered() }
    }

    /// Whether anything is substituted, in any container.
    @inlinable @inline(__always)
    package static var hasSubstitutes: Bool { mortise_substitutions() > 0 }

    /// What tells the running thread from the others that run.
    package static var thread: UInt { UInt(bitPattern: ThreadRecord.make()) }

    /// Whether a resolve runs on this thread.
    package static var isResolving: Bool {
        let thread = ThreadRecord.make()
        return thread.pointee.frame != nil || thread.pointee.table.load(ordering: .relaxed) != 0
    }

    /// Lets the rest of the running resolve have an instance that was kept, by its name.
    private func show(_ instance: Any, as site: MemberSite) {
        let thread = ThreadRecord.make()
        guard let frame = thread.pointee.frame,
            (try? shared(site.name ?? "", of: site.assembly)) == nil
        else { return }
        let key = KeyWords(type: KeyWords.word(of: Any.self), tag: .member(Tag.Member(site)))
        let view = frame.table(of: .passUnretained(self))
        guard let slot = Lookup(view: view, thread: thread).search(key) else { return }
        thread.sessionWork.slots.append(slot)
        // As what the key says, and not as what it is.
        thread.pointee.nodes = .make(
            instance as Any,
            slot: .passUnretained(slot),
            view: view.owner,
            next: thread.pointee.nodes
        )
    }

    /// The newest shared instance of the running resolve that has a name.
    private func shared(_ name: String, of assembly: Any.Type) throws -> Any? {
        let thread = ThreadRecord.make()
        let identity = KeyWords.word(of: assembly)
        let node = thread.firstNode { node in
            guard node.pointee.view == Unmanaged.passUnretained(self).toOpaque() else {
                return false
            }
            let slot = Unmanaged<Slot>.fromOpaque(node.pointee.slot).takeUnretainedValue()
            guard case .member(let member) = slot.tag else { return false }
            return member.identity == identity && member.name == name
        }
        guard let node else { return nil }
        if node.pointee.construction != 0 {
            try ConstructionSite.hold(node.pointee.construction, thread: thread)
        }
        let slot = Unmanaged<Slot>.fromOpaque(node.pointee.slot).takeUnretainedValue()
        func open<T>(_: T.Type) -> Any { node.instance(T.self).pointee }
        return _openExistential(slot.key.metatype, do: open)
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// Lets the rest of the running resolve have what its innermost factory has made, by its name.
    fileprivate func publish<Instance>(_ instance: Instance) -> SharedNodePointer? {
        guard let frame = pointee.frame else { return nil }
        pointee.nodes = .make(
            instance as Any,
            slot: frame.pointee.slot,
            view: frame.view,
            next: pointee.nodes
        )
        return pointee.nodes
    }
}

extension MemberSite {
    /// The scope of a member whose arguments are not known: what is shared is new each time.
    @usableFromInline func scope(_ scope: MemberScope) -> EngineScope {
        scope == .shared && hasArguments ? .unique : scope.kind
    }
}
