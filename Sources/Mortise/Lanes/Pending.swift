// SPDX-License-Identifier: MIT

import MortiseGraph

/// What has to be awaited before a synchronous stretch can go on.
struct Pending: Sendable {
    /// Makes it, and leaves it where the next stretch finds it.
    ///
    /// Gets the session and the way to it.
    let make: @Sendable (AsyncSession, [ResolutionError.Entry]) async throws -> Void
}

/// An asynchronous factory: its result is known by its slot's key.
@usableFromInline struct AsyncFactory<Instance>: Sendable {
    let call: @Sendable (inout AsyncResolver) async throws -> Instance

    @usableFromInline
    init(_ call: @escaping @Sendable (inout AsyncResolver) async throws -> Instance) {
        self.call = call
    }
}

/// The same for a factory with run-time arguments.
@usableFromInline struct AsyncArgumentFactory<Arguments, Instance>: Sendable {
    let call: @Sendable (inout AsyncResolver, Arguments) async throws -> Instance

    @usableFromInline
    init(_ call: @escaping @Sendable (inout AsyncResolver, Arguments) async throws -> Instance) {
        self.call = call
    }
}

/// How to call the factory of a slot that is not synchronous.
struct AsyncCall<Instance>: Sendable {
    let run: @Sendable (Slot, inout AsyncResolver) async throws -> Instance
}

extension Request {
    /// An instance of a definition whose factory is not synchronous, if that can be had at once.
    ///
    /// - Throws: ``ResolutionError`` with code `needs-async` or `needs-main-actor`. In an asynchronous
    ///   session it says what to await.
    func instanceInOtherLane(_ slot: Slot, _ note: UInt) throws -> Instance {
        // What nothing keeps may be asked for with any arguments; those that can be compared are.
        let values = slot.scope == .unique ? try? keyValues(slot) : try keyValues(slot)
        if slot.scope.isCaching, let finished = try finished(slot, values) { return finished }
        if slot.scope == .shared, let node = sharedNode(slot, values) {
            reportReuse(slot)
            return node.instance(Instance.self).pointee
        }
        guard let session = thread.pointee.asyncSession?.takeUnretainedValue() else {
            throw ResolutionError.otherLane(slot, from: caller, pending: nil, view: view)
        }
        if let instance = try awaited(slot, values, in: session) { return instance }
        throw ResolutionError.otherLane(
            slot,
            from: caller,
            // Who is given the factory is gone by the time it could be called.
            pending: building == nil ? pending(slot, values, tag(in: note)) : nil,
            view: view
        )
    }

    /// An instance that exists, and is finished as soon as another one is that is made
    /// asynchronously.
    ///
    /// - Throws: ``ResolutionError`` with code `needs-async`. In an asynchronous session it says what
    ///   to await.
    func instanceAfterFlight(
        _ slot: Slot,
        _ values: [AnyHashable]?,
        of other: Slot
    ) throws -> Instance {
        let session = thread.pointee.asyncSession?.takeUnretainedValue()
        if let session, let instance = try awaited(slot, values, in: session) { return instance }
        let cell = slot.cell(for: values)
        let key = Holder(values)
        let place = place
        let pending = Pending { session, way in
            session.usedConstructionSite = true
            guard let ticket = ConstructionSite.join(cell, by: session) else { return }
            switch try await ConstructionSite.arrival(of: session, ticket) {
            case .instance(let holder, let construction):
                session.answer(slot, key.instance, holder, construction, at: place)
            case .failed(let error): throw (error as? ResolutionError)?.rerooted(at: way) ?? error
            // The next stretch asks again.
            case .object, .again, .closed, .cycle: return
            }
        }
        throw ResolutionError.needsAsync(
            slot,
            because: other,
            from: caller,
            pending: session == nil ? nil : pending,
            view: view
        )
    }

    /// What the session awaited for a request.
    private func awaited(
        _ slot: Slot,
        _ values: [AnyHashable]?,
        in session: AsyncSession
    ) throws -> Instance? {
        guard let answer = session.takeAnswer(slot, values, view.owner) else { return nil }
        if answer.construction != 0 {
            try ConstructionSite.hold(answer.construction, thread: thread)
        }
        return unsafeDowncast(answer.holder, to: Holder<Instance>.self).instance
    }

    /// The committed instance of a caching definition.
    private func finished(_ slot: Slot, _ values: [AnyHashable]?) throws -> Instance? {
        let cell = slot.cell(for: values)
        let (holder, object) = ConstructionSite.locked { (cell.holder, cell.object) }
        if let holder {
            reportReuse(slot)
            return unsafeDowncast(holder, to: Holder<Instance>.self).instance
        }
        guard let instance = object as? Instance else { return nil }
        reportReuse(slot)
        return instance
    }

    private var place: AwaitedPlace {
        AwaitedPlace(asked: firstAsked, view: view.owner.takeUnretainedValue())
    }

    /// The tag that a frame's note has.
    private func tag(in note: UInt) -> TagBox? {
        UnsafeRawPointer(bitPattern: note & ~Note.flags).map {
            Unmanaged<TagBox>.fromOpaque($0).takeUnretainedValue()
        }
    }

    private func pending(
        _ slot: Slot,
        _ values: [AnyHashable]?,
        _ otherTag: TagBox?
    ) -> Pending? {
        let place = place
        switch slot.lane {
        case .sync: return nil
        case .mainActor: return nil
        case .mainActorSendable:
            let request = Holder(self)
            let key = Holder(values)
            return Pending { session, way in
                try await session.makeOnMainActor(
                    slot,
                    like: request.instance,
                    values: key.instance,
                    at: place,
                    after: way
                )
            }
        case .async:
            let construction = AsyncConstruction<Instance>(
                slot: slot,
                values: values,
                place: place,
                otherTag: otherTag,
                call: asyncCall,
                addition: addition
            )
            return Pending { session, way in
                try await construction.make(for: session, after: way)
            }
        }
    }
}
