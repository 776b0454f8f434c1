// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// Makes all eager singletons, in the order they were registered, and freezes the container.
    ///
    /// Afterwards registering, removing and refining trap: too late is a programmer's error.
    /// ``reset()`` thaws.
    ///
    /// - Throws: The first ``ResolutionError``. Then the container is not frozen, what was made
    ///   stays, and calling again goes on with what is left.
    public func bootstrap() throws {
        if state.withLock({ $0.group != nil }) {
            fatalError("bootstrap() is for after install { }, not for inside")
        }
        // Kept until all are done, so that no other definition gets the identity of one of them.
        var made: [Slot] = []
        while let next = try nextEager(after: made) {
            made.append(next)
            // Among contributing definitions each is made, not just the one that `resolve` gives.
            _ = try resolveAny(
                next.key.metatype,
                tag: next.key.tag,
                slot: next.wired ?? next
            )
        }
    }

    /// The eager singleton to make after some others; `nil` if that is all, and the container frozen.
    func nextEager(after made: [Slot]) throws -> Slot? {
        let next = state.withLock { state -> Slot? in
            let waiting = state.slots.first { slot in
                // A member says itself how it is made, when it is evaluated.
                slot.scope == .eagerSingleton && slot.kind != .member && !made.contains(slot)
            }
            if waiting == nil { state.isFrozen = true }
            return waiting
        }
        guard let next, next.arguments != 0, next.wired == nil else { return next }
        throw ResolutionError(
            .argumentMismatch,
            [ResolutionError.Entry(key: next.key, site: next.site, relation: .needs)],
            facts: ["\(next.key.key) is made with arguments, and bootstrap() has none"],
            container: nil
        )
    }

    /// Whether ``bootstrap()`` has frozen the container.
    public var isBootstrapped: Bool {
        state.withLock { $0.isFrozen }
    }

    /// Removes all definitions with what they cached, and thaws the container.
    ///
    /// Instances that nobody else holds are released before this returns, unless another thread is in the
    /// middle of looking something up, or uses them in `with`. Then that thread releases them as soon as it
    /// has finished. Resolves that are running go on with what they started
    /// from, and cache nothing. Sources and observers stay. Inside
    /// `install { }` the group starts over: what it publishes then takes the place of everything, at
    /// once.
    public func reset() {
        dropAll()
    }

    /// Removes a definition, with what it cached and the types it forwards.
    ///
    /// A definition that was replaced already is not registered any more: then nothing happens.
    ///
    /// - Parameter definition: What `register` of this container returned.
    /// - Precondition: The container is not bootstrapped.
    public func remove<T>(_ definition: Definition<T>) {
        let slot = definition.slot
        guard slot.owner === self else {
            fatalError(
                """
                \(slot.key.key) was registered in "\(slot.owner.name)", so it cannot be removed from \
                "\(name)"
                """
            )
        }
        let going = state.withLock { state in
            let isInGroup = state.group?.members.contains { $0.slot === slot } ?? false
            // What was replaced has left its forwarded types to the replacement.
            return isInGroup || state.slots.contains(slot) ? slot.goingAlong : [slot]
        }
        remove(going)
    }

    /// Takes definitions out, or notes in the group that this thread is putting together that they go.
    func remove(_ going: [Slot]) {
        if !state.withLock({ $0.stage { $0.remove(going) } }) { drop(going) }
    }

    /// Registers and removes several definitions, and publishes the change at once.
    ///
    /// Other threads see all of them or none; so does a resolve that is running.
    ///
    /// ```swift
    /// container.install {
    ///     $0.register(.singleton) { SandboxGateway() as any Gateway }.replacing()
    ///     $0.register(.singleton) { SandboxLedger() as any Ledger }.replacing()
    /// }
    /// ```
    ///
    /// - Parameter configure: Registers and removes definitions with the container it gets, which is
    ///   this one. What it registers and removes on this thread, in whatever way, belongs to the
    ///   group. Runs once, outside all locks. Resolving in it, validating and the graph do not see
    ///   the group yet.
    /// - Throws: What `configure` throws. Then nothing was published.
    /// - Precondition: The container is not bootstrapped.
    public func install(_ configure: (Container) throws -> Void) rethrows {
        add(try collect(configure))
    }

    /// What a body registers and removes on this thread, to be published.
    ///
    /// - Parameters:
    ///   - group: What was put together before.
    ///   - configure: Registers and removes.
    /// - Returns: All that was put together.
    /// - Throws: What `configure` throws.
    func collect(
        into group: StagedInstall = StagedInstall(),
        _ configure: (Container) throws -> Void
    ) rethrows -> StagedInstall {
        let thread = ThreadRecord.make().identity
        state.withLock { $0.extras.groups[thread, default: []].append(group) }
        do {
            try configure(self)
        } catch {
            _ = takeGroup(of: thread)
            throw error
        }
        return takeGroup(of: thread)
    }

    private func takeGroup(of thread: UInt) -> StagedInstall {
        state.withLock { state in
            let extras = state.extras
            let group = extras.groups[thread]?.popLast()
            if extras.groups[thread]?.isEmpty == true { extras.groups[thread] = nil }
            return group ?? StagedInstall()
        }
    }
}
