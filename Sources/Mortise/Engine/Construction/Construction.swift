// SPDX-License-Identifier: MIT

// The path of an instance that a container keeps, until its factory has made it.

public import MortiseGraph
import Synchronization

/// The construction of an instance, on the stack of the thread that builds it.
///
/// That of a cached one begins untracked: only its cell refers to it. When another request for the
/// instance arrives, or when it needs more than its factory, the ledger *tracks* it, with all
/// constructions of the thread that enclose it.
@usableFromInline struct Construction: ~Copyable {
    // First, because the frame and the construction share an address.
    @usableFromInline var frame: Frame
    /// The slot that is built, which is also the cell of the instance.
    // Retained, because it may be replaced meanwhile.
    let slot: Slot
    /// The enclosing construction on the same thread.
    var outer: ConstructionPointer?
    /// Whether the ledger tracks it, or is about to.
    ///
    /// Guarded by the lock of its cell.
    var isTracked = false
    /// The number under which the ledger knows it.
    ///
    /// Guarded by the ledger's lock.
    var number = 0
    /// Whether the thread knows that number.
    var isKnown = false
    /// The number of the construction that the thread worked for before, or 0.
    var outerBuilder = 0
    /// What observers know of it, if there are any.
    var observed: ObservedBuild?

    /// - Parameters:
    ///   - slot: The slot to build.
    ///   - table: The table that its factory sees.
    ///   - caller: The caller of the request.
    fileprivate init(_ slot: Slot, _ table: Table, from caller: Caller) {
        frame = Frame(
            caller: caller.frame,
            slot: .passUnretained(slot),
            table: table,
            thread: caller.thread,
            note: slot.kind.isTransparent || slot.isRecorded(seeing: table.owner)
                ? 0 : FrameFlags.recording
        )
        self.slot = slot
    }

    @usableFromInline enum Beginning {
        /// The instance exists; this is its holder.
        case kept(AnyObject)
        /// Build it, and keep it.
        case construct
        /// Build it for this request alone.
        case make
        /// Take the slow path.
        case slow
    }
}

@usableFromInline typealias ConstructionPointer = UnsafeMutablePointer<Construction>

extension HotPath {
    /// Resolves an instance that a container may keep, as the outermost resolve of its thread.
    @_alwaysEmitIntoClient @inline(never)
    static func keep<T>(
        _ container: Container,
        _ key: KeyWords,
        _: T.Type,
        by tagRule: Dependency.TagRule = .exact
    ) throws -> T {
        try build(container.construction(of: key)) {
            try container.resolveOutermost(T.self, tag: key.tag, by: tagRule)
        }
    }

    /// Resolves an instance that a container may keep, for a factory or a step.
    @_alwaysEmitIntoClient @inline(never)
    static func keep<T>(
        from caller: FramePointer,
        _ key: KeyWords,
        _: T.Type,
        by tagRule: Dependency.TagRule = .exact
    ) throws -> T {
        try build(caller.construction(of: key, by: tagRule)) {
            try caller.resolve(T.self, tag: key.tag, by: tagRule)
        }
    }

    /// Makes the first instance of a fresh definition, which its container keeps.
    @_alwaysEmitIntoClient @inline(__always)
    static func keep<T>(_ found: Found, _: T.Type) throws -> T {
        // Read as long as the table is pinned.
        let (container, tag) = (found.table.owner, found.slot._withUnsafeGuaranteedRef { $0.tag })
        return try build(found.construction()) {
            if let caller = found.caller { return try caller.resolve(T.self, tag: tag) }
            return try container._withUnsafeGuaranteedRef {
                try $0.resolveOutermost(T.self, tag: tag)
            }
        }
    }

    /// Builds the instance, unless it exists, or takes the slow path.
    @_alwaysEmitIntoClient @inline(__always)
    private static func build<T>(
        _ construction: consuming Construction?,
        orElse resolve: () throws -> T
    ) throws -> T {
        guard var construction else { return try resolve() }
        return try build(&construction, T.self) ?? resolve()
    }

    /// - Returns: `nil` if the slow path has to be taken.
    @_alwaysEmitIntoClient @inline(__always)
    private static func build<T>(_ construction: ConstructionPointer, _: T.Type) throws -> T? {
        var isKept = true
        switch construction.begin() {
        case .slow: return nil
        case .kept(let holder): return unsafeDowncast(holder, to: Holder<T>.self).instance
        case .make: isKept = false
        case .construct: break
        }
        let instance: T
        do {
            if Checkpoint.stackAddress < construction.pointee.frame.thread.pointee.checkpoint {
                try Checkpoint.examine(construction.framePointer)
            }
            instance = try run(construction.framePointer) { try callFactory($0, T.self) }
        } catch {
            construction.fail(error)
            throw error
        }
        guard isKept else {
            try construction.finish(instance)
            return instance
        }
        let holder = Holder(instance)
        if construction.commit(holder, dynamicType(of: instance)) { return instance }
        return try construction.settle(holder)
    }
}

// MARK: - Finding what to build

extension HotPath.Found {
    /// Whether a container keeps the instance.
    @usableFromInline var isKept: Bool { slot._withUnsafeGuaranteedRef { $0.scope.isCaching } }

    /// Begins the first construction of a fresh definition, which its container keeps.
    ///
    /// - Returns: `nil` if the slow path has to be taken: another thread has begun one, or has
    ///   changed the definition, or an attempt runs.
    @usableFromInline func construction() -> Construction? {
        let slot = slot.takeUnretainedValue()
        assert(table.owner.owns(slot), "a fresh definition is found in its own container")
        guard !thread.isInAttempt, !thread.pointee.isUnwinding, slot.transition(.opened) else {
            if caller == nil { thread.leave(succeeded: true) }
            return nil
        }
        slot.details.isSealed.store(true, ordering: .releasing)
        if caller == nil { thread.pointee.isUntracked = true }
        return Construction(slot, table, from: Caller(caller, table, thread))
    }
}

extension Container {
    /// The construction of the instance for a key, for the outermost resolve of a thread.
    ///
    /// - Returns: `nil` if the slow path has to be taken. Otherwise the tables are pinned.
    @usableFromInline func construction(of key: KeyWords) -> Construction? {
        guard let caller = beginUntracked() else { return nil }
        if let construction = caller.construction(of: key) { return construction }
        caller.thread.leaveUntracked(succeeded: true)
        return nil
    }

    /// Begins the outermost resolve of a thread without a session, and pins the table.
    ///
    /// ``UnsafeMutablePointer/leaveUntracked(succeeded:)`` ends it.
    ///
    /// - Returns: `nil` inside another resolve, or if the container is closed.
    func beginUntracked() -> Caller? {
        let thread = ThreadRecord.make()
        guard thread.pointee.table.load(ordering: .relaxed) == 0, thread.pointee.session == nil,
            !isClosed
        else { return nil }
        let table = pinTable(thread)
        thread.pointee.isUntracked = true
        return Caller(nil, table, thread)
    }
}

extension FramePointer {
    /// The construction of the instance for a key, for a factory or a step.
    ///
    /// - Returns: `nil` if the slow path has to be taken.
    @usableFromInline
    func construction(of key: KeyWords, by tagRule: Dependency.TagRule) -> Construction? {
        let thread = pointee.thread
        guard !thread.isInAttempt, !thread.pointee.isUnwinding, !view.isClosed,
            let construction = Caller(self).construction(of: key)
        else { return nil }
        if pointee.note & FrameFlags.recording != 0 { record(key, tagRule: tagRule) }
        return construction
    }
}

extension Caller {
    /// The construction of the instance for a key, if it can begin untracked.
    fileprivate func construction(of key: KeyWords) -> Construction? {
        guard let found = place(of: key) else { return nil }
        let slot = found.slot.takeUnretainedValue()
        guard slot.isBuiltUntracked else { return nil }
        // The factory of a unique definition sees the asked container.
        guard slot.scope.isCaching else { return Construction(slot, view, from: self) }
        guard let kept = kept(slot, key, seeing: found.table) else { return nil }
        return Construction(kept.slot, kept.table, from: self)
    }

    /// The slot that keeps the instance of a caching definition, and the table that its factory
    /// sees.
    ///
    /// - Parameters:
    ///   - slot: The definition's own slot.
    ///   - key: The key that led to it.
    ///   - table: The table that led to it.
    /// - Returns: `nil` if the slow path has to find it, or to report its reuse.
    func kept(_ slot: Slot, _ key: KeyWords, seeing table: Table) -> (slot: Slot, table: Table)? {
        let asked = view.owner
        guard !slot.isReuseObserved, asked.role == .plain || !asked.isReuseObserved,
            let home = home(of: slot), !home.isClosed, !home.isReuseObserved
        else { return nil }
        _ = slot.definition.sealed()
        guard !home.owns(slot) else { return (slot, table) }
        let overlaySlot = home._withUnsafeGuaranteedRef {
            $0.overlaySlot(of: slot.definition, key, isDirect: true)
        }
        return (overlaySlot, sourceTable(home))
    }
}

extension Unmanaged<Container> {
    var role: Container.Role { _withUnsafeGuaranteedRef { $0.role } }
    fileprivate var isReuseObserved: Bool {
        _withUnsafeGuaranteedRef { $0.isReuseObserved.load(ordering: .relaxed) }
    }
}

extension Slot {
    /// Whether a construction can begin untracked: the definition has no known obstacle to that.
    fileprivate var isBuiltUntracked: Bool {
        guard arguments == 0, lane == .sync, kind != .ambiguous, kind != .member else {
            return false
        }
        switch scope {
        case .shared: return false
        case .unique: return isPlain || isHotUnique
        // A request without arguments may get what was made with arguments: `latestCell(for:)`.
        case _ where kind == .wired && keepsByRequest: return false
        default: return isPlain || mayBePlain
        }
    }

    private var isPlain: Bool {
        definitionDetails { $0?.isPlain.load(ordering: .acquiring) == true }
    }

    /// Whether the definition's own container calls its factory, and does nothing else.
    private var isHotUnique: Bool {
        hot.load(ordering: .relaxed) == HotPath.unique && kind.callsFactory
            && definitionDetails { $0?.isUnstubbed != true }
    }

    /// Whether the first construction can begin untracked: no obstacle is known yet.
    private var mayBePlain: Bool {
        guard kind.callsFactory || kind == .wired, !definition.wasBuilt else { return false }
        return definition.owner.state.withLock { _ in
            obstacles.areTolerated(by: .toleratedByUntracked)
        }
    }

    /// Whether an instance was built.
    var wasBuilt: Bool {
        hot.load(ordering: .relaxed) == HotPath.unique
            || definitionDetails { $0?.recorded.load(ordering: .acquiring).isEmpty == false }
    }

    /// Notes that an instance was built; if there is no obstacle, others may be built untracked.
    ///
    /// - Parameter view: The container that its factory saw.
    func noteBuilt(seeing view: Unmanaged<Container>) {
        guard noteRecorded(seeing: view) else { return }
        guard scope != .shared, obstacles.areTolerated(by: .toleratedByUntracked) else { return }
        definition.details.isPlain.store(true, ordering: .releasing)
    }
}

// MARK: - Beginning

extension ConstructionPointer {
    @_alwaysEmitIntoClient @inline(__always) var framePointer: FramePointer {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Frame.self)
    }

    var thread: Thread { pointee.frame.thread }

    /// Runs a body under the lock of the cell.
    @inline(__always)
    func locked<Result>(_ body: (Slot, inout Closing) -> Result) -> Result {
        pointee.frame.slot._withUnsafeGuaranteedRef { slot in
            Unmanaged.passUnretained(slot.owner)._withUnsafeGuaranteedRef { owner in
                owner.instances.withLock { body(slot, &$0) }
            }
        }
    }

    /// Begins to build, unless there is an instance, or another construction of it.
    @usableFromInline func begin() -> Construction.Beginning {
        guard pointee.slot.scope.isCaching else {
            enter()
            return .make
        }
        // Before another thread can find the construction by its cell.
        pointee.outer = thread.pointee.construction
        let beginning = locked { slot, closing -> Construction.Beginning in
            if let holder = slot.holder {
                slot.handsOut(holder, of: slot)
                return .kept(holder)
            }
            guard slot.isPublished, slot.construction == nil, !slot.isTracked,
                closing.constructionBegins()
            else { return .slow }
            slot.construction = self
            slot.build = 0
            return .construct
        }
        switch beginning {
        case .construct:
            thread.pointee.construction = self
            thread.pointee.building += 1
            enter()
        case .kept, .make, .slow: leave(succeeded: true)
        }
        return beginning
    }

    private func enter() {
        if pointee.frame.caller == nil {
            thread.pointee.checkpoint = Checkpoint.first(on: thread)
        }
        thread.pointee.frame = framePointer
        beginBuild(keeping: pointee.slot.scope.isCaching)
    }

    /// Tells observers that the build begins, if there are any.
    private func beginBuild(keeping isKept: Bool) {
        guard pointee.slot.isObserved(askedThrough: framePointer.asked) else { return }
        let caller = pointee.frame.caller.map(Caller.init) ?? Caller(outermostOn: thread)
        pointee.observed = caller.beginBuild(of: pointee.slot, in: isKept ? pointee.slot : nil)
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension Construction: Sendable {}

@available(*, unavailable)
extension Construction.Beginning: Sendable {}
