// SPDX-License-Identifier: MIT

import CMortiseThread
import MortiseGraph
import Synchronization

extension Container {
    /// Resolves a member of an assembly on the slow path.
    ///
    /// The first evaluation registers the member's definition in the outermost container, which is
    /// common to all containers that lead to it. Kept instances belong there or to a layer in
    /// between, as with any other definition.
    ///
    /// - Parameters:
    ///   - site: The member.
    ///   - lifetime: How long instances live.
    ///   - make: Makes an instance. Does not escape.
    /// - Returns: The instance.
    /// - Throws: Any error from resolving.
    @usableFromInline @inline(never)
    func resolve<T>(
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        _ make: () throws -> T
    ) throws -> T {
        try withoutActuallyEscaping(make) { try resolve(site, lifetime, escaping: $0, nil) }
    }

    /// Resolves a member whose instance is completed by a step.
    ///
    /// Other members may get an object before it is complete: that makes cycles possible. They
    /// never get an incomplete value, because a copy would stay incomplete.
    ///
    /// - Parameters:
    ///   - site: The member.
    ///   - lifetime: How long instances live.
    ///   - make: Makes an instance. Does not escape.
    ///   - step: Completes the instance. It runs again if an instance that it requests is still in
    ///     its factory.
    ///   - cast: Converts the instance to the member's type.
    /// - Returns: The instance.
    /// - Throws: Any error from resolving.
    @usableFromInline @inline(never)
    func resolve<Instance, T>(
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        _ make: () throws -> Instance,
        _ step: @escaping (inout Instance) throws -> Void,
        _ cast: (Instance) -> T
    ) throws -> T {
        try completing(site, make, step, cast) { make, complete in
            try resolve(site, lifetime, escaping: make, complete)
        }
    }

    /// Resolves a member whose step may replace the instance, as it does with a value.
    ///
    /// Requests during the step get the first instance; later requests get the completed one.
    @usableFromInline @inline(never)
    func resolve<Instance, T>(
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        _ make: () throws -> Instance,
        replacing step: @escaping (inout Instance) throws -> T,
        _ cast: (Instance) -> T
    ) throws -> T {
        var made: Instance?
        let ownStep = OwnStep<T> { _ in
            guard var instance = made else { return nil }
            let first = objectIdentity(of: instance)
            let complete = try step(&instance)
            let last = objectIdentity(of: instance)
            return first == last && last != nil ? nil : complete
        }
        func makeFirst() throws -> T {
            let instance = try make()
            made = instance
            return cast(instance)
        }
        return try withoutActuallyEscaping(makeFirst) {
            try resolve(site, lifetime, escaping: $0, ownStep)
        }
    }

    /// Runs a body with the closure that makes an instance and the step that completes it.
    private func completing<Instance, T>(
        _ site: MemberSite,
        _ make: () throws -> Instance,
        _ step: @escaping (inout Instance) throws -> Void,
        _ cast: (Instance) -> T,
        _ body: (@escaping () throws -> T, OwnStep<T>) throws -> T
    ) throws -> T {
        var object: Instance?
        let ownStep = OwnStep<T> { _ in
            guard var object else { return nil }
            let first = objectIdentity(of: object)
            try step(&object)
            if objectIdentity(of: object) != first { self.refuseOther(object, site) }
            return nil
        }
        func makeFirst() throws -> T {
            var instance = try make()
            if objectIdentity(of: instance) != nil {
                object = instance
            } else {
                try step(&instance)
            }
            return cast(instance)
        }
        return try withoutActuallyEscaping(makeFirst) { try body($0, ownStep) }
    }

    /// Ends the program: other members may have the object already, so it cannot be replaced.
    private func refuseOther<Instance>(_ object: Instance, _ site: MemberSite) -> Never {
        fatalError(
            """
            The step of \(DefinitionTag.Member(site)) at \(site.file):\(site.line) must complete the object that \
            it is given, not replace it. Wrap it where it is made.
            """
        )
    }

    /// Resolves a member with arguments.
    ///
    /// - Parameters:
    ///   - site: The member.
    ///   - lifetime: How long instances live.
    ///   - arguments: The tuple of its arguments.
    ///   - values: The arguments as values to compare.
    ///   - make: Makes an instance. Does not escape.
    /// - Returns: The instance.
    /// - Throws: Any error from resolving.
    @usableFromInline @inline(never)
    func resolve<T, Arguments>(
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        _ arguments: Arguments,
        _ values: [AnyHashable],
        _ make: () throws -> T
    ) throws -> T {
        try withoutActuallyEscaping(make) { make in
            try resolve(site, lifetime, arguments, values, escaping: make)
        }
    }

    /// Resolves a member with arguments whose instance is completed by a step.
    func resolve<T, Arguments>(
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        _ arguments: Arguments,
        _ values: [AnyHashable],
        _ make: () throws -> T,
        _ step: @escaping (inout T) throws -> Void
    ) throws -> T {
        try completing(site, make, step, { $0 }) { make, complete in
            try resolve(site, lifetime, arguments, values, escaping: make, complete)
        }
    }

    /// Resolves an asynchronous member as part of an asynchronous session.
    func resolve<T, Arguments>(
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        _ arguments: Arguments,
        _ values: [AnyHashable],
        awaiting make: @escaping @Sendable () async throws -> T
    ) throws -> T {
        try resolve(site, lifetime, arguments, values, escaping: needsAsync, awaiting: make)
    }

    /// Stands in for the synchronous factory of an asynchronous member, which never runs.
    private func needsAsync<T>() throws -> T {
        throw ResolutionError(.needsAsync, [], container: self)
    }

    private func resolve<T, Arguments>(
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        _ arguments: Arguments,
        _ values: [AnyHashable],
        escaping make: @escaping () throws -> T,
        _ ownStep: OwnStep<T>? = nil,
        awaiting asyncMake: (@Sendable () async throws -> T)? = nil
    ) throws -> T {
        let passing = Maker<T>.passing(arguments) { _ in values }
        return try resolve(
            site,
            lifetime,
            escaping: make,
            ownStep,
            passing,
            awaiting: asyncMake,
            substitute: {
                passing == nil ? $0.factory(T.self) : $0.factory(T.self, Arguments.self)
            }
        )
    }

    // Not specialised: members of classes ask for `Any`, and would get the whole slow path once more.
    @_semantics("optimize.sil.specialize.generic.never")
    private func resolve<T>(
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        escaping make: @escaping () throws -> T,
        _ ownStep: OwnStep<T>?,
        _ arguments: Maker<T>? = nil,
        awaiting asyncMake: (@Sendable () async throws -> T)? = nil,
        substitute: (any SubstituteMaker) -> ErasedFactory = { $0.factory(T.self) }
    ) throws -> T {
        if mortise_substitutions() > 0,
            let recorded = recorded(site, hasArguments: arguments != nil, T.self)
        {
            return recorded
        }
        let home = AsyncFrame.home(of: self)
        let maker = MemberMaker(
            make,
            awaiting: asyncMake,
            insteadOf: arguments,
            telling: site.telling,
            ownStep: ownStep
        )
        return try home.inSession { caller in
            if let known = caller.known(site.key, passing: maker.arguments) {
                return try Request(T.self, tag: known.tag, caller, maker).resolve(with: known)
            }
            let member = DefinitionTag.Member(site)
            let found = caller.substitute(
                for: member,
                called: site.functionName,
                KeyWords.word(of: T.self)
            )
            let tag = found == nil ? member : member.substitute
            let request = Request(T.self, tag: .member(tag), caller, maker)
            // The member is known from now on, substituted or not.
            let own = define(
                request.key.replacingTag(.member(member)),
                site,
                lifetime,
                caller,
                lane: asyncMake == nil ? .sync : .async,
                factory: substitute(AloneMaker(isAsync: asyncMake != nil))
            )
            let slot =
                caller.thread.awaitedSlot(for: request.key, or: member)
                ?? found?.substitute.slot(
                    for: request.key,
                    site,
                    lifetime,
                    owner: found?.container ?? self,
                    substitute
                )
                ?? own
            // No second search: the slot may have been dropped by now.
            return try request.resolve(with: slot)
        }
    }
}

extension Caller {
    /// The definition of a member that was evaluated before, if there are no substitutions.
    fileprivate func known(_ key: MemberKey, passing arguments: UInt) -> Slot? {
        guard mortise_substitutions() == 0, !thread.isInAttempt else { return nil }
        let word = arguments == 0 ? key.word : Words.mix(key.word, arguments) | 1
        func find(in table: Table) -> Slot? {
            table.find(word) { $0.answers(key) && $0.arguments == arguments }?
                .takeUnretainedValue()
        }
        if let known = find(in: view) { return known }
        // The running resolve may itself have evaluated the member.
        guard view.owner.publishedTable != view.word else { return nil }
        return find(in: sourceTable(view.owner, newest: true))
    }

    /// The substitution of a member, in the tables that the running resolve sees.
    fileprivate func substitute(
        for member: DefinitionTag.Member,
        called name: @autoclosure () -> String,
        _ type: UInt
    ) -> (substitute: Substitute, container: Container)? {
        guard mortise_substitutions() > 0 else { return nil }
        let name = name()
        if let found = view.substitutions?.last(for: member, called: name, type) {
            return (found, asked)
        }
        for container in asked.sourcesInOrder where !container.isClosed {
            let table = table(of: .passUnretained(container))
            if let found = table.substitutions?.last(for: member, called: name, type) {
                return (found, container)
            }
        }
        return nil
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// The definition that was awaited for a member, its own or its substitute's; the synchronous
    /// attempt continues with it, whatever has changed meanwhile.
    fileprivate func awaitedSlot(for key: KeyWords, or member: DefinitionTag.Member) -> Slot? {
        guard let session = task else { return nil }
        for tag in [member, member.substitute] {
            if let slot = session.awaitedMember(for: key.replacingTag(.member(tag))) { return slot }
        }
        return nil
    }

    /// Whether a container has substitutions for members requested through it.
    @usableFromInline func seesSubstitutes(through container: Container) -> Bool {
        if ([container] + container.sourcesInOrder).contains(where: {
            $0.hasSubstitutes.load(ordering: .acquiring)
        }) {
            return true
        }
        // The running resolve may have begun before the substitution was unpublished.
        let outermost = pointee.table.load(ordering: .relaxed)
        return outermost != 0 && Table(word: outermost).substitutions != nil
            || pointee.session?.takeUnretainedValue().seesSubstitutes == true
    }
}

extension Slot {
    /// Whether its factory and steps can be unwound, which needs a member that throws.
    var mayThrow: Bool { kind != .substitute && keyExtra?.member?.mayThrow != false }

    /// Advice for a member that does not tell its arguments, or `nil`.
    fileprivate var adviceOnArguments: String? {
        guard hasUnknownArguments, arguments == 0, let member = keyExtra?.member,
            case .member(let tag) = tag, tag.place >> DefinitionTag.Member.columnBits == 0
        else { return nil }
        return MemberSite.adviceOnArguments(
            of: unsafeBitCast(member.assembly, to: Any.Type.self),
            keeping: false,
            isShared: scope == .shared
        )
    }

    /// Whether it may have arguments that it does not tell.
    var hasUnknownArguments: Bool {
        guard kind == .member, case .member(let member) = tag else { return false }
        return isToldApart || member.name.contains(":")
    }
}

extension Slot {
    /// Whether its factory may need another instance of the same definition, with arguments that
    /// nothing tells apart.
    var mayNestInstances: Bool {
        arguments == 0 && hasUnknownArguments && !isToldApart
            && definition.owner.conventions.contains(.makesAnotherInCycles)
    }

    /// Whether a shared instance stays what its request gets, even if its factory led to another.
    var keepsOwnInstance: Bool {
        scope == .shared && definition.owner.conventions.contains(.makesAnotherInCycles)
    }
}

extension UnsafeMutablePointer<Frame> {
    /// Advice for a chain that repeats a member whose arguments are not told, or `nil`.
    var adviceOnArguments: String? {
        var seen: Set<Slot> = []
        for frame in chain where !seen.insert(frame.slotObject).inserted {
            guard let advice = frame.slotObject.adviceOnArguments else { continue }
            return "say which arguments tell the instances of \(frame.slotObject.key.key) apart, "
                + "\(advice); or resolve on a thread with a larger stack"
        }
        return nil
    }
}

extension DefinitionTag.Member {
    init(_ site: MemberSite) {
        self.init(
            site.functionName,
            of: TypeName(of: site.assembly),
            identity: KeyWords.word(of: site.assembly),
            site: SourceSite(file: "\(site.file)", line: Int(site.line)),
            column: Int(site.column)
        )
    }
}
