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
        if let known = state.withLock({ $0.knownModules }).first(where: { $0.identity == identity })
        {
            if isWanted { state.withLock { _ in known.isWanted = true } }
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
        while true {
            let (known, changes) = state.withLock { state in
                (state.extras.modules.map { ($0, $0.isWanted) }, state.extras.moduleChanges)
            }
            let kept = Self.modules(among: known, without: unwanted)
            var withdrawn = Withdrawn()
            let isDone = state.withLock { state in
                guard state.extras.moduleChanges == changes else { return false }
                let going = state.extras.modules.filter { !kept.contains(ObjectIdentifier($0)) }
                let slots = going.flatMap { $0.slots.compactMap(\.slot) }
                for slot in slots { requireThawed(state, "uninstall", slot) }
                state.extras.modules.removeAll { !kept.contains(ObjectIdentifier($0)) }
                state.extras.moduleChanges += 1
                var change = Change(state: state)
                change.remove(slots)
                withdrawn = publish(change, in: &state)
                return true
            }
            release(withdrawn)
            guard !isDone else { return unwant(unwanted) }
        }
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

    /// What stays because others need it is not wanted for itself any more.
    private func unwant(_ modules: [AnyHashable]) {
        let known = state.withLock { $0.extras.modules }
        let unwanted = known.filter { modules.contains($0.identity) }
        state.withLock { _ in for module in unwanted { module.isWanted = false } }
    }
}
