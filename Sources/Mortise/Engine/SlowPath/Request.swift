// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// One request on the slow path.
///
/// It finds the slot and does what the slot's scope requires: ``Request/makeUnique(_:_:)`` and its
/// siblings.
struct Request<Instance> {
    let key: KeyWords
    var caller: Caller
    /// How the instance is made, if not by a factory without run-time arguments.
    private(set) var maker: Maker<Instance>?
    /// What a forwarded type adds to the instance.
    var addition: Addition<Instance>?
    /// The requested tag of a forwarded type.
    var inheritedTag: DefinitionTag?
    /// Whether it may find nothing.
    var isOptional = false

    init(
        _ type: Instance.Type,
        tag: DefinitionTag? = nil,
        _ caller: Caller,
        _ maker: Maker<Instance>? = nil
    ) {
        caller.thread.track()
        key = KeyWords(
            type: KeyWords.word(of: type),
            arguments: maker?.arguments ?? 0,
            tag: tag
        )
        self.caller = caller
        self.maker = maker
    }

    var view: Table { caller.view }
    var thread: Thread { caller.thread }

    // MARK: Finding the definition

    /// Resolves the request.
    func resolve() throws -> Instance {
        try requireOpen()
        if thread.isInAttempt, let instance = try resolveAwaited() { return instance }
        if let found = caller.find(key) {
            record()
            return try asking(found.view, byKey: true).resolve(found.slot, isDirect: true)
        }
        // An optional is recorded as the type that it wraps.
        if (Instance.self as? any DerivedDependency.Type)?.isDeferred != false { record() }
        if let derived = try derive() { return derived }
        throw caller.missing(key)
    }

    /// The instance of the definition that was awaited for this request.
    ///
    /// The attempt goes on with that definition, whatever became of it meanwhile.
    private func resolveAwaited() throws -> Instance? {
        guard let (slot, place) = thread.task?.awaited(for: key, by: caller.asked) else {
            return nil
        }
        // It may have been awaited for somebody else.
        record()
        let table = caller.table(of: .passUnretained(place))
        return try asking(table, byKey: true).resolve(slot)
    }

    /// This request to another container, perhaps one to which the key led.
    func asking(_ view: Table, byKey isByKey: Bool = false) -> Request {
        var request = self
        request.caller = caller.asking(view, byKey: isByKey)
        return request
    }

    /// Resolves the request of a member, whose slot is known unless the container is closed.
    func resolve(with slot: Slot?) throws -> Instance {
        guard let slot else { return try resolve() }
        try requireOpen()
        record()
        return try resolve(slot, isDirect: true)
    }

    func requireOpen() throws {
        guard caller.asked.isClosed else { return }
        throw ResolutionError.closed(key, from: caller.frame, container: caller.asked)
    }

    func record() {
        if let frame = caller.frame, frame.pointee.note & FrameFlags.recording != 0 {
            frame.record(key, isOptional: isOptional, tagRule: caller.tagRule)
        }
    }

    /// Whether a definition answers the request itself.
    var isRegistered: Bool { caller.isAnswered(key) }

    /// Whether the request is for a type that some container on the way lets be missing.
    ///
    /// Known only while dependencies are recorded.
    private var isKnownAsOptional: Bool {
        guard let frame = caller.frame, frame.pointee.note & FrameFlags.recording != 0 else {
            return false
        }
        return ([caller.asked] + caller.asked.sourcesInOrder).contains { container in
            container.inputs.contains { $0.kind == .optionalInput && $0.key == key }
        }
    }

    /// Whether the request is for an input that may be left out, and was.
    private var isLeftOut: Bool { caller.find(key)?.slot.kind == .optionalInput }

    /// Whether the type is known at all, perhaps only with other arguments or through another type.
    var isKnown: Bool {
        if isRegistered { return true }
        if let type = Instance.self as? any DerivedDependency.Type {
            func open<Underlying>(_: Underlying.Type) -> Bool {
                asked(for: Underlying.self).isKnown
            }
            return open(type.underlyingType)
        }
        return !isLeftOut && caller.missing(key).code == .argumentMismatch
    }

    /// An instance of a type that is derived from another one and was not registered itself.
    private func derive() throws -> Instance? {
        guard let type = Instance.self as? any DerivedDependency.Type else { return nil }
        if type.isDeferred {
            guard key.arguments == 0, maker?.origin == nil else { return nil }
            return type.deferred(by: caller, tag: key.tag) as? Instance
        }
        func open<Underlying>(_: Underlying.Type) throws -> Instance? {
            var given: Instance?
            var request = asked(for: Underlying.self) { given = $0 }
            if request.isKnownAsOptional { request.isOptional = true }
            if request.isLeftOut {
                request.record()
                return type.nothing?.exactly()
            }
            let underlying = try request.resolve()
            return given ?? type.made(of: underlying)?.exactly()
        }
        return try open(type.underlyingType)
    }

    /// This request for the type from which its own type is derived.
    ///
    /// - Parameters:
    ///   - type: That type.
    ///   - given: Gets the instance, if a builder made it.
    /// - Returns: The request for that type.
    func asked<Underlying>(
        for type: Underlying.Type,
        given: @escaping (Instance) -> Void = { _ in }
    ) -> Request<Underlying> {
        let maker = maker?.maker(
            of: type,
            for: caller,
            { underlying in
                guard let type = Instance.self as? any DerivedDependency.Type,
                    let instance: Instance = type.made(of: underlying)?.exactly()
                else { preconditionFailure("an optional is what it wraps") }
                return instance
            },
            given: given
        )
        var request = Request<Underlying>(type, tag: key.tag, caller, maker)
        request.isOptional = isOptional
        return request
    }

    /// Resolves the request with the definition that was found for it.
    ///
    /// - Parameters:
    ///   - found: The definition's slot.
    ///   - isDirect: Whether it was found by the key.
    ///   - isSelected: Whether a selection has led to it: then its own tag is no request's.
    /// - Returns: The instance.
    /// - Throws: What resolving throws.
    func resolve(
        _ found: Slot,
        isDirect: Bool = false,
        isSelected: Bool = false
    ) throws -> Instance {
        guard isSelected || found.kind != .selection else { return try resolveSelected(found) }
        let isUntagged = isSelected || found.tag == nil
        // What was made elsewhere is not wrapped.
        let found = maker?.origin?.isBringing == true ? found.undecorated : found
        try requireStub(found)
        // A definition for any tag is not what its own key leads to.
        let slot = try home(of: found, isDirect: isDirect && (key.tag == nil || !isUntagged))
        // A requested tag that is not the slot's own travels with the frame.
        guard let tag = key.tag ?? inheritedTag, isUntagged else {
            return try enter(slot, note: 0)
        }
        let box = TagBox(tag)
        return try withExtendedLifetime(box) { try enter(slot, note: box.address) }
    }

    /// This request with the same arguments and another maker.
    func made(by maker: Maker<Instance>) -> Request {
        var request = self
        request.maker = maker
        return request
    }

    func enter(_ slot: Slot, note: UInt) throws -> Instance {
        if slot.kind != .forwarding { maker?.origin?.slot = slot }
        // A factory that cannot be unwound still runs; its instance is dropped with the unwound
        // frames.
        if thread.pointee.isUnwinding, slot.mayThrow { throw Unwinding() }
        guard slot.kind != .ambiguous else {
            throw ResolutionError.notFound(
                .ambiguousBinding,
                key,
                from: caller.frame,
                candidates: slot.details.candidates,
                container: caller.asked
            )
        }
        if slot.kind.isExpected { throw ResolutionError.missingInput(slot, from: caller) }
        if maker?.origin?.isAdopting == true { return try complete(slot, note) }
        if slot.scope != .unique, let built = try maker?.build(self, slot, note) { return built }
        if slot.lane != .sync, slot.lane == .async || thread.pointee.mainActorDepth == 0 {
            return try instanceInOtherLane(slot, note)
        }
        switch slot.scope {
        case .unique: return try makeUnique(slot, note)
        case .shared: return try shared(slot, note)
        default: return try cached(slot, note)
        }
    }

    // MARK: Making an instance

    /// Calls the factory, or forwards the request to another definition.
    ///
    /// - Parameters:
    ///   - frame: Its frame.
    ///   - isOtherThere: Whether a new request finds another instance, made inside the factory.
    /// - Returns: The instance, and the steps that complete it; `nil` if another one counts.
    /// - Throws: What resolving throws.
    func make(
        _ frame: FramePointer,
        isOtherThere: () -> Bool = { false }
    ) throws -> (instance: Instance, steps: Steps<Instance>)? {
        let slot = frame.slotObject
        let instance: Instance
        // The factory runs only here. A property that announces itself at other times is not the
        // instance's.
        frame.pointee.note &= ~FrameFlags.heedsProperties
        defer { frame.pointee.note |= FrameFlags.heedsProperties }
        do {
            if slot.kind == .forwarding,
                let forwarder = slot.details.forwarder as? Forwarder<Instance>
            {
                instance = try forwarder.resolve(self, slot, frame)
            } else if let maker {
                instance = try maker.make(slot, frame)
            } else {
                var resolver = Resolver(frame)
                instance = try slot.factory.typed(Instance.self).call(&resolver)
            }
        } catch {
            throw frameFailed(error, frame)
        }
        return try frame.completing(instance, isBrought: isBrought) {
            guard try !frame.isReplaced(by: isOtherThere) else {
                if !isBrought { frame.abandon(instance) }
                return nil
            }
            return (instance, try returned(instance, frame))
        }
    }

    /// Whether the instance of the request was made elsewhere, so that others dispose of it.
    var isBrought: Bool { maker?.isBrought == true }

    /// Notes the callbacks of an instance whose factory has returned.
    ///
    /// - Returns: The steps that complete the instance.
    func returned(_ instance: Instance, _ frame: FramePointer) throws -> Steps<Instance> {
        let slot = frame.slotObject
        let properties =
            !slot.kind.isComplete && frame.heedsProperties || maker?.origin != nil
            ? self.properties(of: instance, slot, frame) : .empty
        // User code swallowed the signal: the instance is not what it would have been.
        if thread.pointee.isUnwinding { try frame.unwindFurther() }
        // What a forwarded type adds is done by the definition that makes the instance.
        guard !slot.kind.handsOn else {
            return Steps(nil, properties, maker?.ownStep, [])
        }
        frame.noteCallbacks(of: instance, addition?.notify)
        var steps = Steps(
            maker?.ownStep == nil ? slot.details.steps as? StepList<Instance> : nil,
            properties,
            maker?.ownStep,
            addition?.steps ?? []
        )
        steps.isBrought = isBrought
        return steps
    }

    /// Completes an instance whose factory has returned, for this request alone.
    func complete(_ instance: Instance, _ frame: FramePointer) throws {
        _ = try returned(instance, frame).run(on: instance, frame)
    }
}

extension Caller {
    /// Runs a body with a new innermost frame.
    func inFrame<Result>(
        _ slot: Slot,
        table: Table,
        note: UInt,
        _ body: (FramePointer) throws -> Result
    ) throws -> Result {
        let isRecording = !slot.kind.isTransparent && !slot.isRecorded(seeing: table.owner)
        var made = Frame(
            caller: frame,
            slot: .passUnretained(slot),
            table: table,
            thread: thread,
            note: note | FrameFlags.heedsProperties | (isRecording ? FrameFlags.recording : 0)
        )
        return try withUnsafeMutablePointer(to: &made) { pointer in
            if Checkpoint.stackAddress < thread.pointee.checkpoint {
                try Checkpoint.examine(pointer)
            }
            thread.pointee.frame = pointer
            defer { thread.pointee.frame = frame }
            return try body(pointer)
        }
    }
}

extension UnsafeMutablePointer<Frame> {
    /// Notes the callbacks of the instance that the frame has made.
    ///
    /// A forwarded instance is called back when it is made, not when it is asked for.
    func noteCallbacks<Instance>(of instance: Instance, _ addition: ((Instance) -> Void)? = nil) {
        let thread = pointee.thread
        let construction = thread.pointee.builder
        let created = slotObject.created(instance, construction: construction, addition)
        if let created { thread.session.note(created, in: self) }
    }
}

extension Slot {
    /// The callbacks of a resolved instance; `nil` if there are none.
    func created<Instance>(
        _ instance: Instance,
        construction: Int,
        _ addition: ((Instance) -> Void)? = nil
    ) -> Session.Created? {
        let details = self.details
        let mayBeAware =
            kind != .forwarding && Capabilities.mayBeAware(dynamicType(of: instance))
        let aware = mayBeAware ? instance as? any ResolutionAware : nil
        if aware != nil { details.callsBack.store(true, ordering: .releasing) }
        let callbacks = kind == .forwarding ? nil : details.callbacks as? CallbackList<Instance>
        guard callbacks != nil || aware != nil || addition != nil else { return nil }
        return Session.Created(
            construction: construction,
            isOnMainActor: lane.isMainActor
        ) {
            for callback in callbacks?.all ?? [] { callback(instance) }
            aware?.didResolve()
            addition?(instance)
        }
    }

    /// Makes a definition hot after a successful build, unless an obstacle prevents it.
    ///
    /// A build for another container does not, so that the first one for its own is recorded.
    func warmUp(seeing view: Unmanaged<Container>) {
        noteBuilt(seeing: view)
        guard view.owns(self) || details.isSelectable else { return }
        // The slot of a plain key and that of the key with arguments share their details. Each gets
        // hot on its own.
        guard scope == .unique || scope == .shared, hot.load(ordering: .relaxed) == HotPath.slow,
            HotPath.next(after: HotPath.slow, .built(scope, obstacles)) != nil
        else { return }
        // Under the lock, an obstacle that was added meanwhile is seen.
        owner.state.withLock { _ in _ = transition(.built(scope, obstacles)) }
    }
}
