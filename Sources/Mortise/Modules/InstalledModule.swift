// SPDX-License-Identifier: MIT

/// A module of one container.
///
/// Guarded by the container's lock, but for what never changes.
// @unchecked: see above.
final class InstalledModule: @unchecked Sendable {
    /// Compared outside the lock: a module may be `Hashable` in its own way.
    let identity: AnyHashable
    /// The modules it needs.
    let required: [AnyHashable]
    /// Whether it was installed itself, and not only for another one.
    var isWanted: Bool
    /// The definitions that it registered.
    var slots: [WeakSlot] = []

    init(_ module: any Module, requiring required: [any Module], isWanted: Bool) {
        identity = Self.identity(of: module)
        self.required = required.map(Self.identity)
        self.isWanted = isWanted
    }

    static func identity(of module: any Module) -> AnyHashable {
        if let value = module as? any Hashable { return AnyHashable(value) }
        return AnyHashable(ObjectIdentifier(type(of: module)))
    }
}

extension Container {
    /// Registers a module in a group, after those it needs, unless it is known.
    func include(_ module: any Module, isWanted: Bool = false) {
        let identity = InstalledModule.identity(of: module)
        if state.withLock({ $0.knownModules }).contains(where: { $0.identity == identity }) {
            // Somebody may take it out before the group is published; and the group may never be.
            let wish = StagedInstall.Wish(module: module, identity: identity, isWanted: isWanted)
            state.withLock { state in _ = state.stage { $0.wishes.append(wish) } }
            return
        }
        let required = module.requires
        let installed = InstalledModule(module, requiring: required, isWanted: isWanted)
        let number = state.withLock { state in
            var number = 0
            _ = state.stage { group in
                number = group.modules.count
                group.modules.append(installed)
            }
            return number
        }
        for other in required { include(other) }
        state.withLock { state in _ = state.stage { $0.openModules.append(number) } }
        module.register(in: self)
        state.withLock { state in _ = state.stage { _ = $0.openModules.popLast() } }
    }

    /// Takes modules out of the container: exactly the definitions that installing them added, and
    /// those of modules that only they need, at once.
    ///
    /// What was installed for itself, or is needed by another module, stays. So does what has taken the
    /// place of one of their definitions since; what a definition of theirs has replaced does not come
    /// back. In other containers nothing changes. What the definitions cached is dropped, as by
    /// ``remove(_:)``.
    ///
    /// - Parameter modules: What to take out. What is not installed is skipped.
    /// - Precondition: The container is not bootstrapped, and no `install { }` is under way on this
    ///   thread.
    public func uninstall(_ modules: any Module...) {
        uninstall(modules)
    }

    /// Takes modules out of the container that were collected before, as one by one.
    ///
    /// - Parameter modules: What to take out. What is not installed is skipped.
    /// - Precondition: The container is not bootstrapped, and no `install { }` is under way on this
    ///   thread.
    public func uninstall(_ modules: [any Module]) {
        if state.withLock({ $0.group != nil }) {
            fatalError(
                "uninstall(_:) publishes a change itself, so it is not for inside install { }"
            )
        }
        let unwanted = modules.map(InstalledModule.identity)
        while !withdraw(unwanted) {}
    }

    /// Takes modules out, with those that nobody wants any more.
    ///
    /// - Returns: Whether it is done; not if modules were installed or taken out meanwhile: they compare
    ///   themselves in their own way, outside the lock.
    private func withdraw(_ unwanted: [AnyHashable]) -> Bool {
        let (known, changes) = state.withLock { state in
            (state.extras.modules.map { ($0, $0.isWanted) }, state.extras.moduleChanges)
        }
        let kept = Self.modules(among: known, without: unwanted)
        let staying = known.map(\.0).filter { kept.contains(ObjectIdentifier($0)) }
        // What stays because others need it is not wanted for itself any more.
        let needed = staying.filter { unwanted.contains($0.identity) }
        let going = known.map(\.0).filter { !kept.contains(ObjectIdentifier($0)) }
        guard !going.isEmpty || !needed.isEmpty else { return true }
        // A definition may be the last to know something of a user's.
        var slots: [Slot] = []
        let isDone = changing { state, unpublished in
            guard state.extras.moduleChanges == changes else { return false }
            slots = going.flatMap { $0.slots.compactMap(\.slot) }
            for slot in slots { requireThawed(state, "uninstall", slot) }
            state.extras.modules = staying
            for module in needed { module.isWanted = false }
            state.extras.moduleChanges += 1
            guard !slots.isEmpty else { return true }
            unpublished = publish(TableChange(state, without: slots), in: &state)
            return true
        }
        withExtendedLifetime((known, slots)) {}
        return isDone
    }

    /// The modules that somebody wants, and those that they need.
    private static func modules(
        among known: [(module: InstalledModule, isWanted: Bool)],
        without unwanted: [AnyHashable]
    ) -> Set<ObjectIdentifier> {
        var pending = known.filter { $0.isWanted && !unwanted.contains($0.module.identity) }.map(
            \.module
        )
        var kept: Set<ObjectIdentifier> = []
        while let next = pending.popLast() {
            guard kept.insert(ObjectIdentifier(next)).inserted else { continue }
            pending += known.map(\.module).filter { next.required.contains($0.identity) }
        }
        return kept
    }
}
