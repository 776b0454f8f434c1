// SPDX-License-Identifier: MIT

import CMortiseThread
import MortiseGraph
import Synchronization

extension Container {
    /// The instance of a member of an assembly, away from the hot path.
    ///
    /// The member's definition is registered when it is first evaluated, in the container that all
    /// containers have in common through which it may be reached: what it keeps belongs there, or to a
    /// layer in between, as with any other definition.
    ///
    /// - Parameters:
    ///   - site: The member.
    ///   - scope: How long instances live.
    ///   - make: Makes an instance. Does not escape.
    /// - Returns: The instance.
    /// - Throws: What resolving throws.
    @usableFromInline @inline(never)
    func resolve<T>(
        _ site: MemberSite,
        _ scope: EngineScope,
        _ make: () throws -> T
    ) throws -> T {
        try withoutActuallyEscaping(make) { try resolve(site, scope, escaping: $0, nil) }
    }

    /// The same, of an instance that is completed after it was made.
    ///
    /// An object may be handed out before: that is what makes cycles possible. A value may not, as who
    /// got a copy would never see the rest.
    ///
    /// - Parameters:
    ///   - site: The member.
    ///   - scope: How long instances live.
    ///   - make: Makes an instance. Does not escape.
    ///   - step: Completes it. What it asks for may still be in its factory: then it runs again when
    ///     that has returned.
    ///   - cast: Gives it as what the member is.
    /// - Returns: The instance.
    /// - Throws: What resolving throws.
    @usableFromInline @inline(never)
    func resolve<Instance, T>(
        _ site: MemberSite,
        _ scope: EngineScope,
        _ make: () throws -> Instance,
        _ step: @escaping (inout Instance) throws -> Void,
        _ cast: (Instance) -> T
    ) throws -> T {
        var object: Instance?
        func complete(_: T) throws {
            guard var object else { return }
            try step(&object)
        }
        func makeFirst() throws -> T {
            var instance = try make()
            if type(of: instance as Any) is AnyClass {
                object = instance
            } else {
                try step(&instance)
            }
            return cast(instance)
        }
        return try withoutActuallyEscaping(makeFirst) { make in
            try resolve(site, scope, escaping: make, complete)
        }
    }

    /// The same for a member with arguments.
    ///
    /// - Parameters:
    ///   - site: The member.
    ///   - scope: How long instances live.
    ///   - arguments: The tuple of its arguments.
    ///   - values: The same, to be compared.
    ///   - make: Makes an instance. Does not escape.
    /// - Returns: The instance.
    /// - Throws: What resolving throws.
    @usableFromInline @inline(never)
    func resolve<T, Arguments>(
        _ site: MemberSite,
        _ scope: EngineScope,
        _ arguments: Arguments,
        _ values: [AnyHashable],
        _ make: () throws -> T
    ) throws -> T {
        try withoutActuallyEscaping(make) { make in
            try resolve(site, scope, escaping: make, nil, hasArguments: true) {
                tag,
                caller,
                view,
                thread in
                Request(
                    T.self,
                    tag: tag,
                    arguments: arguments,
                    values: { _ in values },
                    caller: caller,
                    view: view,
                    thread: thread
                )
            }
        }
    }

    private func resolve<T>(
        _ site: MemberSite,
        _ scope: EngineScope,
        escaping make: @escaping () throws -> T,
        _ step: ((T) throws -> Void)?,
        hasArguments: Bool = false,
        request: (Tag, FramePointer?, Table, Thread) -> Request<T> = { tag, caller, view, thread in
            Request(T.self, tag: tag, caller: caller, view: view, thread: thread)
        }
    ) throws -> T {
        if mortise_substitutions() > 0,
            let recorded = recorded(site, scope, hasArguments: hasArguments, T.self)
        {
            return recorded
        }
        return try inSession { caller, view, thread in
            let member = Tag.Member(site)
            let substitute = substitute(for: member, T.self, view, thread)
            let tag = substitute == nil ? member : member.substitute
            var request = request(.member(tag), caller, view, thread)
            let slot = substitute ?? define(request.key, site, scope, view, thread)
            request.step = step
            let stored = request.call
            request.call = { slot, frame in
                // A substitute has a factory of its own.
                slot.kind == .member ? try make() : try stored(slot, frame)
            }
            // Not looked for again: by now it may have been dropped.
            return try request.resolve(with: slot)
        }
    }

    /// What is made in place of a member, if anything is.
    private func substitute<T>(
        for member: Tag.Member,
        _: T.Type,
        _ view: Table,
        _ thread: Thread
    ) -> Slot? {
        let asked = view.owner.takeUnretainedValue()
        guard mortise_substitutions() > 0, asked.seesSubstitutes else { return nil }
        let key = KeyWords(type: KeyWords.word(of: T.self), tag: .member(member.substitute))
        for container in [asked] + asked.sourcesInOrder where !container.isClosed {
            let owner = Unmanaged.passUnretained(container)
            let table =
                owner.toOpaque() == view.owner.toOpaque()
                ? view : thread.sessionWork.table(of: owner, thread: thread)
            let newest = thread.sessionWork.table(of: owner, thread: thread, newest: true)
            guard let slot = (table.find(key) ?? newest.find(key))?.takeUnretainedValue() else {
                continue
            }
            let isOver = ConstructionSite.locked { slot.original?.isPublished == false }
            guard isOver else { return slot }
            // A layer has kept what was substituted, and that is over.
            container.displace(slot)
        }
        return nil
    }

    /// Registers a member unless it is known.
    ///
    /// - Returns: Its definition; `nil` if the container is closed.
    private func define(
        _ key: KeyWords,
        _ site: MemberSite,
        _ scope: EngineScope,
        _ view: Table,
        _ thread: Thread
    ) -> Slot? {
        if let known = Lookup(view: view, thread: thread).search(key) { return known }
        requireArguments(key, site, scope)
        return view.owner.takeUnretainedValue().outermost.add(key, site, scope)
    }

    /// What is kept for some arguments must not be handed out for others.
    private func requireArguments(_ key: KeyWords, _ site: MemberSite, _ scope: EngineScope) {
        guard scope != .unique, key.arguments == 0, "\(site.function)".contains(":") else { return }
        // Not a precondition: optimised code would leave the text out.
        fatalError(
            """
            \(key.key) at \(site.file):\(site.line) is .\(scope.lifetime) and has arguments: say which \
            of them tell instances apart, as in define(.\(scope.lifetime), for: id).
            """
        )
    }

    /// The container that is asked last, along the first sources.
    private var outermost: Container {
        var container = self
        while let next = container.sources.first { container = next }
        return container
    }

    /// Adds the definition of a member.
    ///
    /// Also where nothing can be registered any more: it was there before, as code.
    private func add(_ key: KeyWords, _ site: MemberSite, _ scope: EngineScope) -> Slot? {
        var retired: [Reclaimer.Retired] = []
        let added = state.withLock { state -> Slot? in
            let current = Table(word: table.load(ordering: .relaxed))
            if let known = current.find(key) { return known.takeUnretainedValue() }
            guard !isClosed else { return nil }
            let slot = Slot(
                key,
                scope,
                kind: .member,
                owner: self,
                factory: .ofMember,
                file: site.file.address,
                line: site.line,
                member: site.key
            )
            state.slots.append(slot)
            ConstructionSite.locked { slot.isPublished = true }
            retired = insert(slot, [], into: current)
            return slot
        }
        Reclaimer.retire(retired)
        return added
    }
}

extension Slot {
    /// Whether its factory and its steps can be unwound: those of a member that does not throw
    /// cannot.
    var mayThrow: Bool { kind != .substitute && keyExtra?.member?.mayThrow != false }

    /// Whether it may have arguments that it does not tell: those of a new instance.
    var hasUnknownArguments: Bool {
        guard kind == .member, case .member(let member) = tag else { return false }
        return member.name.contains(":")
    }
}

extension ErasedFactory {
    /// A member brings its factory along each time; who asks for it in another way gets none.
    fileprivate static let ofMember = ErasedFactory(
        Factory<Never> { resolver in
            throw ResolutionError.failed(.missingBinding, in: resolver.frame)
        }
    )
}

extension Tag.Member {
    init(_ site: MemberSite) {
        self.init(
            "\(site.function)",
            of: TypeName(of: site.assembly),
            identity: KeyWords.word(of: site.assembly),
            site: SourceSite(file: "\(site.file)", line: Int(site.line)),
            column: Int(site.column)
        )
    }
}
