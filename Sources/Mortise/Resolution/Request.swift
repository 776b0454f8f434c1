// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// One request on its way to an instance, away from the hot path.
///
/// It finds the slot and does what the slot's scope asks for: ``Request/makeUnique(_:_:)`` and its
/// siblings, each in a file of its own.
struct Request<Instance> {
    let key: KeyWords
    let caller: FramePointer?
    /// The container that was asked, as the session sees it.
    var view: Table
    /// The container that was asked first, in an asynchronous session: it may be linked with `view`.
    var firstAsked: Container?
    let thread: Thread
    /// The values of the run-time arguments, for scopes that keep one instance per value.
    var argumentValues: ((FramePointer) throws -> [AnyHashable])?
    /// The run-time arguments, to be asked for another type.
    var arguments: (any RequestArguments)?
    /// Calls the factory of the slot that was found.
    var call: (Slot, FramePointer) throws -> Instance
    /// What a member of an assembly does with its instance itself, once that exists.
    var step: ((Instance) throws -> Void)?
    /// Where the instance comes from, if not from the factory alone.
    var building: Building<Instance>?
    /// What a forwarded type adds to the instance.
    var addition: Addition<Instance>?
    /// The tag that a forwarded type was asked for with.
    var inheritedTag: Tag?
    /// Calls it if it is asynchronous.
    var asyncCall: AsyncCall<Instance>

    /// A request without run-time arguments.
    init(_ type: Instance.Type, tag: Tag?, caller: FramePointer?, view: Table, thread: Thread) {
        thread.enterBriefs()
        key = KeyWords(type: KeyWords.word(of: type), tag: tag)
        self.caller = caller
        self.view = view
        self.thread = thread
        call = { slot, frame in
            var resolver = Resolver(frame)
            return try slot.factory.typed(Instance.self).call(&resolver)
        }
        asyncCall = AsyncCall { slot, resolver in
            try await slot.factory.asynchronous(Instance.self).call(&resolver)
        }
    }

    /// A request with run-time arguments, of which some scopes need the values.
    init<Arguments>(
        _ type: Instance.Type,
        tag: Tag?,
        arguments: Arguments,
        values: @escaping (FramePointer) throws -> [AnyHashable],
        caller: FramePointer?,
        view: Table,
        thread: Thread
    ) {
        thread.enterBriefs()
        key = KeyWords(
            type: KeyWords.word(of: type),
            arguments: KeyWords.word(of: Arguments.self),
            tag: tag
        )
        self.caller = caller
        self.view = view
        self.thread = thread
        argumentValues = values
        self.arguments = PassedArguments(arguments: arguments, values: values)
        call = { slot, frame in
            var resolver = Resolver(frame)
            return try slot.factory.typed(Arguments.self, Instance.self).call(&resolver, arguments)
        }
        let passed = Holder(arguments)
        asyncCall = AsyncCall { slot, resolver in
            try await slot.factory.asynchronous(Arguments.self, Instance.self)
                .call(&resolver, passed.instance)
        }
    }

    var origin: Origin? { building?.origin }

    /// Resolves the request.
    func resolve() throws -> Instance {
        try requireOpen()
        if thread.pointee.asyncSession != nil, let instance = try resolveAwaited() {
            return instance
        }
        let lookup = Lookup(view: view, thread: thread)
        if let found = lookup.find(key) {
            record()
            guard found.view.word == view.word, thread.pointee.asyncSession == nil else {
                return try seen(from: found.view, byKey: true)
                    .resolve(found.slot, isDirect: true)
            }
            return try resolve(found.slot, isDirect: true)
        }
        // An optional is recorded as what it wraps.
        if (Instance.self as? any DerivedDependency.Type)?.isDeferred != false { record() }
        if let derived = try derive() { return derived }
        throw lookup.missing(key, from: caller)
    }

    /// The instance of the definition that was awaited for the same request: the stretch goes on with
    /// that, whatever became of it meanwhile.
    private func resolveAwaited() throws -> Instance? {
        let asked = view.owner.takeUnretainedValue()
        let session = thread.pointee.asyncSession?.takeUnretainedValue()
        guard let (slot, place) = session?.awaited(for: key, by: asked) else { return nil }
        let table =
            place === asked
            ? view : thread.sessionWork.table(of: .passUnretained(place), thread: thread)
        return try seen(from: table, byKey: true).resolve(slot)
    }

    /// The same request, asked of another container.
    ///
    /// - Parameters:
    ///   - view: That container.
    ///   - isByKey: Whether it was found there by the key.
    /// - Returns: That request.
    func seen(from view: Table, byKey isByKey: Bool = false) -> Request {
        var request = self
        request.view = view
        request.firstAsked =
            isByKey && thread.pointee.asyncSession != nil
            ? self.view.owner.takeUnretainedValue() : nil
        return request
    }

    /// Resolves the request of a member, whose definition is known unless the container is closed.
    func resolve(with slot: Slot?) throws -> Instance {
        guard let slot else { return try resolve() }
        try requireOpen()
        record()
        return try resolve(slot, isDirect: true)
    }

    func requireOpen() throws {
        let asked = view.owner.takeUnretainedValue()
        guard asked.isClosed else { return }
        throw ResolutionError.closed(key, from: caller, container: asked)
    }

    func record() {
        if let caller, caller.pointee.note & Note.recording != 0 { caller.record(key) }
    }

    /// Whether a definition answers the request itself.
    var isRegistered: Bool { Lookup(view: view, thread: thread).isAnswered(key) }

    /// Whether the type is known at all, perhaps with other arguments only, or through another one.
    var isKnown: Bool {
        if isRegistered { return true }
        if let type = Instance.self as? any DerivedDependency.Type {
            func open<Underlying>(_: Underlying.Type) -> Bool {
                asked(for: Underlying.self).isKnown
            }
            return open(type.underlyingType)
        }
        return Lookup(view: view, thread: thread).missing(key, from: caller).code
            == .argumentMismatch
    }

    /// A type that is made of another one, unless it was registered itself.
    private func derive() throws -> Instance? {
        guard let type = Instance.self as? any DerivedDependency.Type,
            (key.arguments == 0 && building == nil) || !type.isDeferred
        else { return nil }
        guard let building else { return try type.derived(forDerivation) as? Instance }
        func open<Underlying>(_ type: Underlying.Type) throws -> Instance? {
            var given: Instance?
            let request = building.request(
                type,
                as: forDerivation,
                { underlying in
                    guard let instance = underlying as? Instance else {
                        preconditionFailure("an optional is what it wraps")
                    }
                    return instance
                },
                given: { given = $0 }
            )
            let underlying = try request.resolve()
            return given ?? underlying as? Instance
        }
        return try open(type.underlyingType)
    }

    private var forDerivation: DerivedRequest { derivation(tag: key.tag, caller: caller) }

    /// How the same is asked for another type, with another tag, by somebody else.
    func derivation(tag: Tag?, caller: FramePointer?) -> DerivedRequest {
        DerivedRequest(
            tag: tag,
            arguments: arguments,
            caller: caller,
            view: view,
            thread: thread
        )
    }

    /// The same request for another type.
    func asked<Other>(for type: Other.Type) -> Request<Other> {
        forDerivation.request(type)
    }

    /// Resolves the request with the definition that was found for it.
    ///
    /// - Parameters:
    ///   - found: The definition's slot.
    ///   - isDirect: Whether it was found by the key.
    /// - Returns: The instance.
    /// - Throws: What resolving throws.
    func resolve(_ found: Slot, isDirect: Bool = false) throws -> Instance {
        guard found.kind != .selection else { return try resolveSelected(found) }
        return try resolve(found, isDirect: isDirect, isUntagged: found.tag == nil)
    }

    /// The same for a definition that is no selection, found by a key that may have had a tag of its own.
    func resolve(_ found: Slot, isDirect: Bool, isUntagged: Bool) throws -> Instance {
        try requireStub(found)
        let slot = try home(of: found, isDirect: isDirect)
        // A requested tag that is not the slot's own travels with the frame.
        guard let tag = key.tag ?? inheritedTag, isUntagged else {
            return try enter(slot, note: 0)
        }
        let box = Unmanaged.passRetained(TagBox(tag))
        defer { box.release() }
        return try enter(slot, note: UInt(bitPattern: box.toOpaque()))
    }

    private func enter(_ slot: Slot, note: UInt) throws -> Instance {
        if slot.kind != .forwarding { origin?.slot = slot }
        // What cannot be unwound is made, and dropped with what can.
        if thread.pointee.isPostponing, slot.mayThrow { throw Postponement() }
        guard slot.kind != .ambiguous else {
            throw ResolutionError.notFound(
                .ambiguousBinding,
                key,
                from: caller,
                candidates: slot.details.candidates,
                container: view.owner.takeUnretainedValue()
            )
        }
        if origin?.isAdopting == true { return try complete(slot, note) }
        if slot.lane != .sync, slot.lane == .async || thread.pointee.mainActorDepth == 0 {
            return try instanceInOtherLane(slot, note)
        }
        switch slot.scope {
        case .unique: return try makeUnique(slot, note)
        case .shared: return try shared(slot, note)
        default: return try cached(slot, note)
        }
    }

    // MARK: One frame

    /// Runs a body with a new innermost frame.
    func inFrame<Result>(
        _ slot: Slot,
        table: Table,
        note: UInt,
        _ body: (FramePointer) throws -> Result
    ) throws -> Result {
        let isFirst = !slot.wasBuilt
        let isTransparent = slot.kind == .wired || slot.kind == .forwarding
        var frame = Frame(
            caller: caller,
            slot: .passUnretained(slot),
            table: table,
            thread: thread,
            note: note | Note.heedsProperties
                | (isFirst && !isTransparent ? Note.recording : 0)
        )
        return try withUnsafeMutablePointer(to: &frame) { pointer in
            if Checkpoint.stackAddress < thread.pointee.checkpoint {
                try Checkpoint.examine(pointer)
            }
            thread.pointee.frame = pointer
            defer { thread.pointee.frame = caller }
            return try body(pointer)
        }
    }

    /// Calls the factory, tells listeners, and notes who wants to be called back.
    func make(
        _ slot: Slot,
        _ frame: FramePointer,
        construction: Int
    ) throws -> (instance: Instance, properties: PropertyList) {
        let instance: Instance
        // Only here the factory runs: what announces itself at other times is not the instance's.
        frame.pointee.note &= ~Note.heedsProperties
        defer { frame.pointee.note |= Note.heedsProperties }
        do {
            instance = try callFactory(slot, frame)
        } catch {
            throw frameFailed(error, frame)
        }
        let properties =
            frame.heedsProperties || building != nil
            ? self.properties(of: instance, slot, frame) : .empty
        // Somebody swallowed the signal: what was made is not what it would have been.
        if thread.pointee.isPostponing, slot.mayThrow { throw Postponement() }
        noteCallbacks(slot, instance, frame, construction: construction)
        return (instance, properties)
    }

    /// The factory, or what leads to that of another definition.
    private func callFactory(_ slot: Slot, _ frame: FramePointer) throws -> Instance {
        if slot.kind == .forwarding,
            let forwarder = slot.details.forwarder as? Forwarder<Instance>
        {
            return try forwarder.resolve(self, slot, frame)
        }
        origin?.wasTaken = true
        return try call(slot, frame)
    }

    func noteCallbacks(
        _ slot: Slot,
        _ instance: Instance,
        _ frame: FramePointer,
        construction: Int
    ) {
        // What is forwarded is called back when it is made, and not when it is asked for.
        let notify = slot.kind == .forwarding ? nil : addition?.notify
        guard let created = slot.created(instance, construction: construction, notify) else {
            return
        }
        thread.sessionWork.note(created, in: frame)
    }
}

extension Slot {
    /// Whom to tell that an instance was resolved; `nil` if nobody wants to hear of it.
    func created<Instance>(
        _ instance: Instance,
        construction: Int,
        _ addition: ((Instance) -> Void)? = nil
    ) -> SessionWork.Created? {
        let details = self.details
        let mayBeAware =
            kind != .forwarding && Capabilities.mayBeAware(dynamicType(of: instance))
        let aware = mayBeAware ? instance as? any ResolutionAware : nil
        if aware != nil { details.callsBack.store(true, ordering: .releasing) }
        let callbacks = kind == .forwarding ? nil : details.callbacks as? CallbackList<Instance>
        guard callbacks != nil || aware != nil || addition != nil else { return nil }
        return SessionWork.Created(
            construction: construction,
            isOnMainActor: lane.isMainActor
        ) {
            for callback in callbacks?.all ?? [] { callback(instance) }
            aware?.didResolve()
            addition?(instance)
        }
    }

    /// Whether an instance was built, and what its factory asked for is known.
    var wasBuilt: Bool {
        hot.load(ordering: .relaxed) == Hot.unique
            || (existingDetails ?? original?.existingDetails)?.wasBuilt.load(ordering: .acquiring)
                == true
    }

    /// After a successful build: what needs nothing special may be hot from now on.
    func warmUp() {
        let details = self.details
        if !details.wasBuilt.load(ordering: .acquiring) {
            details.wasBuilt.store(true, ordering: .releasing)
            definition.existingDetails?.wasBuilt.store(true, ordering: .releasing)
            notePlain()
        }
        // The slot of a plain key shares its details with that of the key with arguments: each gets
        // hot on its own.
        guard scope == .unique || (scope == .shared && arguments == 0),
            lane == .sync, hot.load(ordering: .relaxed) == Hot.special,
            !owner.isObserved.load(ordering: .relaxed),
            details.steps == nil, details.callbacks == nil,
            !details.callsBack.load(ordering: .acquiring), !hasProperties
        else { return }
        owner.state.withLock { _ in
            guard !owner.isObserved.load(ordering: .relaxed), !owner.isClosed, !hasProperties
            else { return }
            hot.store(scope == .unique ? Hot.unique : Hot.shared, ordering: .releasing)
        }
    }
}
