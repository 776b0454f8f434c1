// SPDX-License-Identifier: MIT

import MortiseGraph

/// A module that is installed in one container.
///
/// Its variables are guarded by the container's lock.
// @unchecked: see above.
final class InstalledModule: @unchecked Sendable {
    let type: any Module.Type
    /// Where it was installed, or by which module it is required.
    let place: Place
    /// Compared outside the lock, because a module's `==` is user code.
    let identity: AnyHashable
    /// The modules it needs.
    let required: [AnyHashable]
    /// Whether it was installed directly, and not only for another module.
    var isWanted: Bool
    /// The keys that it registered, with their definitions and where those were registered.
    var registered: [(key: KeyWords, slot: WeakSlot, file: UnsafePointer<UInt8>?, line: UInt32)] =
        []
    /// The definitions that each of its definitions has replaced, to bring them back.
    var replaced: [Slot: [Slot]] = [:]
    /// Where further values were left out that may differ from the installed one.
    var leftOut: [Place] = []

    /// Where a module was installed.
    enum Place {
        case site(SourceSite)
        /// The module that requires it.
        case requirement(of: InstalledModule)
    }

    init(
        _ module: any Module,
        requiring required: [any Module],
        isWanted: Bool,
        at place: Place
    ) {
        type = Swift.type(of: module)
        self.place = place
        identity = Self.identity(of: module)
        self.required = required.map(Self.identity)
        self.isWanted = isWanted
    }

    static func identity(of module: any Module) -> AnyHashable {
        if let value = module as? any Hashable { return AnyHashable(value) }
        return AnyHashable(ObjectIdentifier(Swift.type(of: module)))
    }

    /// Whether another value of the module's type may register something else, and the two cannot be
    /// compared.
    ///
    /// Stored definitions and modules do not count: they have nowhere to get other values from.
    static func mayDiffer(_ module: any Module) -> Bool {
        guard !(module is any Hashable) else { return false }
        return sequence(first: Mirror(reflecting: module)) { $0.superclassMirror }.contains {
            $0.children.contains {
                !($0.value is any StoredDefinition) && !($0.value is any Module)
            }
        }
    }

    /// The way to a module that was installed at a place.
    static func path(_ type: any Module.Type, at place: Place) -> [Diagnostic.Step] {
        let key = Key(TypeName(of: type))
        switch place {
        case .site(let site): return [Diagnostic.Step(key, at: site)]
        case .requirement(let other):
            return path(other.type, at: other.place) + [Diagnostic.Step(key)]
        }
    }
}

extension Container {
    /// Stages a module after the modules that it needs, unless it is already installed.
    func include(_ module: any Module, isWanted: Bool = false, at place: InstalledModule.Place) {
        let identity = InstalledModule.identity(of: module)
        if state.withLock({ $0.knownModules }).contains(where: { $0.identity == identity }) {
            // It may be uninstalled before this install is published, and this install may never
            // be.
            let wish = StagedInstall.Wish(
                module: module,
                identity: identity,
                isWanted: isWanted,
                place: place,
                mayDiffer: InstalledModule.mayDiffer(module)
            )
            state.withLock { state in _ = state.stage { $0.wishes.append(wish) } }
            return
        }
        let required = module.requires
        let installed = InstalledModule(
            module,
            requiring: required,
            isWanted: isWanted,
            at: place
        )
        let number = state.withLock { state in
            var number = 0
            _ = state.stage { group in
                number = group.modules.count
                group.modules.append(installed)
            }
            return number
        }
        for other in required { include(other, at: .requirement(of: installed)) }
        state.withLock { state in _ = state.stage { $0.openModules.append(number) } }
        module.register(in: self)
        state.withLock { state in _ = state.stage { _ = $0.openModules.popLast() } }
    }

    /// Uninstalls modules and those that only they need, atomically.
    ///
    /// This removes exactly the definitions that installing them added, and drops the instances
    /// that those cached, like ``remove(_:)-(Definition<T>)``. A module that another module needs
    /// stays, and so does a needed module that was installed directly. Other containers do not
    /// change.
    ///
    /// A definition that has replaced one of theirs stays. A definition that one of theirs has
    /// replaced comes back, with new instances. It does not come back if it was removed meanwhile,
    /// if its own module is uninstalled, or if another definition has its key by now. If that one
    /// belongs to a module, it comes back when that module is uninstalled. A module keeps what it
    /// has replaced only as long as it is installed.
    ///
    /// - Parameter modules: The modules to uninstall. Those that are not installed are skipped.
    /// - Precondition: The container is not bootstrapped, and no `install { }` is under way on this
    ///   thread.
    public func uninstall(_ modules: any Module...) {
        uninstall(modules)
    }

    /// Uninstalls the modules of an array and those that only they need, atomically.
    ///
    /// - Parameter modules: The modules to uninstall. Those that are not installed are skipped.
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

    /// Uninstalls modules, with those that are no longer needed.
    ///
    /// - Returns: `false` if modules were installed or uninstalled meanwhile: they are compared
    ///   outside the lock.
    private func withdraw(_ unwanted: [AnyHashable]) -> Bool {
        let (known, changes) = state.withLock { state in
            (state.extras.modules.map { ($0, $0.isWanted) }, state.extras.moduleChanges)
        }
        let kept = Self.modules(among: known, without: unwanted)
        let staying = known.map(\.0).filter { kept.contains(ObjectIdentifier($0)) }
        // A module that stays because others need it no longer counts as installed directly.
        let needed = staying.filter { unwanted.contains($0.identity) }
        let going = known.map(\.0).filter { !kept.contains(ObjectIdentifier($0)) }
        guard !going.isEmpty || !needed.isEmpty else { return true }
        // Kept beyond the lock: releasing a definition may release a user's objects.
        var slots: [Slot] = []
        let isDone = changing { state, unpublished in
            guard state.extras.moduleChanges == changes else { return false }
            slots = going.flatMap { $0.registered.compactMap(\.slot.slot) }
            for slot in slots { requireThawed(state, "uninstall", slot) }
            let back = going.replaced(without: slots)
            // `slots` keeps what is forgotten alive until the lock is released.
            for module in staying {
                module.replaced = module.replaced.mapValues { $0.flatMap { back[$0] ?? [$0] } }
            }
            state.forgetReplaced(by: going)
            state.extras.modules = staying
            for module in needed { module.isWanted = false }
            state.extras.moduleChanges += 1
            guard !slots.isEmpty else { return true }
            let change = TableChange(state, without: slots, bringingBack: back)
            unpublished = publish(change, in: &state)
            return true
        }
        withExtendedLifetime((known, slots)) {}
        return isDone
    }

    /// The directly installed modules, and those that they need.
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

extension [InstalledModule] {
    /// What stands behind each definition of these modules, which go: the definitions that it has
    /// replaced, or what stands behind those that go as well.
    ///
    /// Under the container's lock.
    fileprivate func replaced(without going: [Slot]) -> [Slot: [Slot]] {
        let replaced = reduce(into: [:]) { all, module in
            all.merge(module.replaced) { $0 + $1 }
        }
        var behind: [Slot: [Slot]] = Dictionary(going.map { ($0, []) }) { $1 }
        for slot in going {
            var waiting: [Slot] = (replaced[slot] ?? []).reversed()
            while let next = waiting.popLast() {
                if behind[next] == nil {
                    behind[slot, default: []].append(next)
                } else {
                    waiting += (replaced[next] ?? []).reversed()
                }
            }
        }
        return behind
    }

    /// Forgets replaced definitions, which are removed for good.
    ///
    /// Under the container's lock. The caller keeps the definitions alive.
    func forget(replaced going: [Slot]) {
        guard !going.isEmpty else { return }
        for module in self where !module.replaced.isEmpty {
            module.replaced = module.replaced.mapValues { all in
                all.filter { !going.contains($0) }
            }
        }
    }
}

extension Container.State {
    /// Forgets that definitions which stay have replaced those of modules that are uninstalled.
    fileprivate func forgetReplaced(by going: [InstalledModule]) {
        let known = Set(slots)
        let gone = going.flatMap(\.registered).filter { $0.slot.slot.map(known.contains) != true }
        for slot in known where slot.existingDetails?.replaced.isEmpty == false {
            let same = gone.filter { $0.key.type == slot.type && $0.key.tag == slot.tag }
            slot.details.replaced.removeAll { site in
                same.contains { other in
                    Int(other.line) == site.line
                        && other.file.map { String(cString: $0) } == site.file
                }
            }
        }
    }
}

extension Container {
    /// The modules that are installed, for the graph.
    func installations(_ number: Int) -> [Graph.Installation] {
        let known = state.withLock { state in
            (state.existingExtras?.modules ?? []).map { ($0, $0.registered, $0.leftOut) }
        }
        return known.map { module, registered, leftOut in
            Graph.Installation(
                TypeName(of: module.type),
                container: number,
                path: InstalledModule.path(module.type, at: module.place),
                keys: registered.map(\.key.key),
                leftOut: leftOut.map { InstalledModule.path(module.type, at: $0) }
            )
        }
    }
}
