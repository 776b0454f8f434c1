// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// Makes all eager singletons in registration order, and freezes the container.
    ///
    /// What decorates them runs, too, also for the types that they forward. So does what this
    /// container decorates of the eager singletons of its parents; an overlay makes those of its
    /// base when they are first requested.
    ///
    /// Afterwards, registering, removing and refining trap. ``reset()`` unfreezes the container.
    ///
    /// - Throws: The first ``ResolutionError``. The container is then not frozen, and the
    ///   singletons that were made stay. Calling again continues with the rest.
    public func bootstrap() throws {
        if state.withLock({ $0.group != nil }) {
            fatalError("bootstrap() is for after install { }, not for inside")
        }
        for form in try inheritedForms() { try make(form) }
        // Kept alive until all are done, so that no other slot gets the address of one of them.
        var made: Set<Slot> = []
        while let next = try nextEager(after: made) {
            made.insert(next)
            for form in keptForms(of: next) { try make(form) }
        }
    }

    /// Makes the instance of an eager singleton.
    func make(_ form: Slot) throws {
        // The slot is passed because the key alone gives only one of several contributing
        // definitions.
        _ = try resolveAny(form.key.metatype, tag: form.key.tag, slot: form)
    }

    /// The forms in which the instance of an eager singleton is kept: as its own type, and as each
    /// type that it forwards and that is decorated.
    func keptForms(of slot: Slot) -> [Slot] {
        let forms = forms(of: slot)
        return forms.prefix(1) + forms.dropFirst().filter(\.isWrapper)
    }

    /// A definition as its own type, and as each type that it forwards, as they are decorated here.
    private func forms(of slot: Slot) -> [Slot] {
        let forwarders = state.withLock { state in
            slot.forwardersInAll.filter { $0.arguments == 0 && state.slots.contains($0) }
        }
        return ([slot.wired ?? slot] + forwarders).map { wrapped($0) }
    }

    /// The wrappers that this container, or one on the way, keeps of eager singletons of the
    /// enclosing ones, outermost containers first.
    func inheritedForms() throws -> [Slot] {
        guard role != .overlay, Self.mayDecorate else { return [] }
        return try sourcesInOrder.reversed().flatMap { source in
            try source.state.withLock { state in state.slots.filter(\.isEager) }
                .flatMap { source.forms(of: $0) }
                .flatMap { form in try wrappers(of: form) }
        }
    }

    /// The wrappers of an enclosing container's definition that requests to this one find.
    private func wrappers(of form: Slot) throws -> [Slot] {
        func open<T>(_: T.Type) throws -> [Slot] {
            try ask(T.self, tag: form.key.tag) { request in
                request.contributions.map(\.slot).filter {
                    $0 !== form && $0.undecorated === form.undecorated
                }
            }
        }
        return try open(form.key.metatype)
    }

    /// Finds the next eager singleton to make, or freezes the container if there is none.
    func nextEager(after made: Set<Slot>) throws -> Slot? {
        let next = state.withLock { state -> Slot? in
            let waiting = state.slots.first { $0.isEager && !made.contains($0) }
            if waiting == nil { state.isFrozen = true }
            return waiting
        }
        guard let next, next.needsArguments else { return next }
        throw ResolutionError(
            .argumentMismatch,
            [ResolutionError.Entry(key: next.key, site: next.site, relation: .needs)],
            facts: ["\(next.key.key) is made with arguments, and bootstrap() has none"],
            container: nil
        )
    }

    /// The eager singletons that are left to make, up to one that cannot be made.
    func eager(after made: Set<Slot>) -> [Slot] {
        state.withLock { state in
            Array(
                state.slots.filter { $0.isEager && !made.contains($0) }
                    .prefix { !$0.needsArguments }
            )
        }
    }

    /// Whether ``bootstrap()`` has frozen the container.
    public var isBootstrapped: Bool {
        state.withLock { $0.isFrozen }
    }

    /// Removes all definitions and the instances that they cached, and unfreezes the container.
    ///
    /// Instances without other references are released before this returns, unless another thread
    /// is in the middle of a lookup, or uses them in `with`. That thread then releases them as soon
    /// as it has finished. Running resolves continue with the definitions that they started from,
    /// and cache nothing. Sources and observers stay. Inside `install { }` the group starts over:
    /// publishing it replaces everything, atomically.
    public func reset() {
        dropAll()
    }

    /// Removes a definition, the instances that it cached and the types that it forwards.
    ///
    /// Removing a definition that was already replaced has no effect.
    ///
    /// - Parameter definition: A definition that this container's `register` returned.
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
            // A replaced definition has left its forwarded types to the replacement.
            return isInGroup || state.slots.contains(slot) ? slot.goingAlong : [slot]
        }
        remove(going)
    }

    /// Removes definitions, or stages their removal in this thread's install.
    func remove(_ going: [Slot]) {
        if !state.withLock({ $0.stage { $0.remove(going) } }) { drop(going) }
    }
}

extension Slot {
    /// Whether `bootstrap()` makes its instance.
    ///
    /// A member of an assembly decides how it is made when it is evaluated.
    fileprivate var isEager: Bool { scope == .eagerSingleton && kind != .member }
}

extension Slot {
    fileprivate var needsArguments: Bool { arguments != 0 && wired == nil }
}
