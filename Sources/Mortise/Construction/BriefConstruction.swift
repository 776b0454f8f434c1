// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// A construction that the ledger has not heard of.
///
/// Most instances of scopes and overlays are another one of a definition that was built from before
/// and has nothing special. Such a construction concerns nobody but its thread, unless somebody asks
/// for the same instance meanwhile, or its factory for something special: then it is entered into
/// the ledger, with all that its thread is building around it, and goes on as any other.
///
/// It lies on the stack of the thread that builds. What others look at is guarded by the construction
/// site's lock.
@usableFromInline struct BriefConstruction: ~Copyable {
    // First: it is found by its frame's address.
    @usableFromInline var frame: Frame
    /// Kept alive: it may be replaced meanwhile.
    @usableFromInline let slot: Slot
    /// Where the instance will be kept.
    // The slot keeps it.
    fileprivate var cell: Unmanaged<Cell>?
    /// The one around it, on the same thread.
    fileprivate var outer: BriefPointer?
    /// The number under which the ledger knows it, or 0.
    fileprivate var number = 0
    /// Whether the thread knows that number.
    fileprivate var isKnown = false
    /// What the thread was building around it.
    fileprivate var outerBuilder = 0

    /// - Parameters:
    ///   - place: What is built, and where.
    ///   - caller: Who asks.
    @usableFromInline init(_ place: consuming BriefPlace, from caller: FramePointer?) {
        frame = Frame(
            caller: caller,
            slot: .passUnretained(place.slot),
            table: place.table,
            thread: place.thread
        )
        slot = place.slot
    }

    @usableFromInline enum Beginning {
        /// Here is its holder.
        case kept(AnyObject)
        /// Make it.
        case construct
        /// Take the special path.
        case special
    }
}

@usableFromInline typealias BriefPointer = UnsafeMutablePointer<BriefConstruction>

/// Where the instance of a plain caching definition belongs.
@usableFromInline struct BriefPlace {
    let slot: Slot
    /// What the factory sees.
    let table: Table
    let thread: Thread
}

// MARK: - In the client's code

extension Hot {
    /// An instance that may be another one of a plain caching definition, as the outermost resolve
    /// of its thread.
    @inlinable @inline(never)
    static func keep<T>(_ container: Container, _ key: KeyWords, _: T.Type) throws -> T {
        guard let place = container.briefPlace(key) else {
            return try container.resolveOutermost(T.self, tag: key.tag)
        }
        var brief = BriefConstruction(place, from: nil)
        if let instance = try build(&brief, T.self) { return instance }
        return try container.resolveOutermost(T.self, tag: key.tag)
    }

    /// The same for a factory or a step.
    @inlinable @inline(never)
    static func keep<T>(from caller: FramePointer, _ key: KeyWords, _: T.Type) throws -> T {
        guard let place = caller.briefPlace(key) else {
            return try caller.resolve(T.self, tag: key.tag)
        }
        var brief = BriefConstruction(place, from: caller)
        if let instance = try build(&brief, T.self) { return instance }
        return try caller.resolve(T.self, tag: key.tag)
    }

    /// - Returns: `nil` if the special path has to be taken.
    @inlinable @inline(__always)
    static func build<T>(_ brief: BriefPointer, _: T.Type) throws -> T? {
        switch brief.begin() {
        case .special: return nil
        case .kept(let holder): return unsafeDowncast(holder, to: Holder<T>.self).instance
        case .construct: break
        }
        let instance: T
        do {
            if Checkpoint.stackAddress < brief.pointee.frame.thread.pointee.checkpoint {
                try Checkpoint.examine(brief.framePointer)
            }
            instance = try run(brief.framePointer, T.self)
        } catch {
            brief.fail(error)
            throw error
        }
        let holder = Holder(instance)
        if !brief.commit(holder, dynamicType(of: instance)) { try brief.settle(holder) }
        return instance
    }
}

extension BriefPointer {
    @inlinable @inline(__always) var framePointer: FramePointer {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Frame.self)
    }
}

// MARK: - Finding the place

extension Container {
    /// Where the instance for a key belongs, for the outermost resolve of a thread.
    ///
    /// - Returns: `nil` if the special path has to be taken. Otherwise the tables are announced.
    @usableFromInline func briefPlace(_ key: KeyWords) -> BriefPlace? {
        guard let thread = ThreadRecord.current,
            thread.pointee.table.load(ordering: .relaxed) == 0,
            thread.pointee.asyncSession == nil, hasSources || role != .plain, !isClosed
        else { return nil }
        let view = announceTable(thread)
        if let place = BriefSearch(view: view, thread: thread).place(key) { return place }
        thread.stopAnnouncing()
        thread.pointee.table.store(0, ordering: .releasing)
        return nil
    }
}

extension FramePointer {
    /// The same for a factory or a step.
    @usableFromInline func briefPlace(_ key: KeyWords) -> BriefPlace? {
        let thread = pointee.thread
        guard pointee.note & Note.recording == 0, thread.pointee.asyncSession == nil,
            !thread.pointee.isPostponing,
            view._withUnsafeGuaranteedRef({ ($0.hasSources || $0.role != .plain) && !$0.isClosed })
        else { return nil }
        return BriefSearch(view: pointee.table, thread: thread).place(key)
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// The tables of sources that nobody else will give up are not used any more.
    fileprivate func stopAnnouncing() {
        guard pointee.work == nil else { return }
        for index in 0..<ThreadRecord.sourceTableCount {
            guard pointee.loadSourceTable(index) != 0 else { return }
            pointee.storeSourceTable(index, 0)
        }
    }
}

/// Looks for a plain caching definition along a chain of single sources.
///
/// Counts no references: what it looks at is announced, or kept by who asks.
private struct BriefSearch {
    let view: Table
    let thread: Thread

    func place(_ key: KeyWords) -> BriefPlace? {
        var container = view.owner
        guard var found = find(key, in: container, view) else { return nil }
        while found.slot == nil {
            guard let next = container.onlySource, !next.isClosed else { return nil }
            container = next
            guard let table = table(of: container), let other = find(key, in: container, table)
            else { return nil }
            found = other
        }
        return found.slot?._withUnsafeGuaranteedRef { place($0, found.table, key) }
    }

    private func place(_ slot: Slot, _ table: Table, _ key: KeyWords) -> BriefPlace? {
        guard slot.isBrief, let home = home(of: slot), !home.isClosed else { return nil }
        if home.toOpaque() == Unmanaged.passUnretained(slot.owner).toOpaque() {
            return BriefPlace(slot: slot, table: table, thread: thread)
        }
        guard let table = self.table(of: home) else { return nil }
        let resident = home._withUnsafeGuaranteedRef {
            $0.resident(of: slot.definition, key, isDirect: true)
        }
        return BriefPlace(slot: resident, table: table, thread: thread)
    }

    /// A key in one container, as the session sees it, then in what was registered since.
    private func find(
        _ key: KeyWords,
        in container: Unmanaged<Container>,
        _ table: Table
    ) -> (slot: Unmanaged<Slot>?, table: Table)? {
        if let slot = table.find(key) { return (slot, table) }
        guard container.publishedTable != table.word else { return (nil, table) }
        return self.table(of: container, newest: true).map { ($0.find(key), table) }
    }

    /// The table of a container as the session sees it; `nil` if it sees too many.
    private func table(of container: Unmanaged<Container>, newest: Bool = false) -> Table? {
        if !newest, container.toOpaque() == view.owner.toOpaque() { return view }
        if let work = thread.pointee.work {
            return work._withUnsafeGuaranteedRef {
                $0.table(of: container, thread: thread, newest: newest)
            }
        }
        for index in 0..<ThreadRecord.sourceTableCount {
            let word = thread.pointee.loadSourceTable(index)
            guard word != 0 else { return Table(word: thread.announce(container, at: index)) }
            let table = Table(word: word)
            if table.owner.toOpaque() == container.toOpaque(),
                !newest || word == container.publishedTable
            {
                return table
            }
        }
        return nil
    }

    /// The container that keeps the instance.
    private func home(of slot: Slot) -> Unmanaged<Container>? {
        let asked = view.owner
        guard !slot.isHeard, asked.role == .plain || !asked.isObserved else { return nil }
        let owner = Unmanaged.passUnretained(slot.owner)
        let name = slot.scope.name
        guard name != nil || asked.isLayered else { return owner }
        var container = asked
        while true {
            if container.role == .overlay {
                let isOpen = name.map { name in asked._withUnsafeGuaranteedRef { $0.sees(name) } }
                return isOpen == false ? nil : container
            }
            if let name, container.role == .scope(name) { return container }
            if container.toOpaque() == owner.toOpaque() { return name == nil ? container : nil }
            guard let next = container.onlySource else { return nil }
            container = next
        }
    }
}

extension Unmanaged<Container> {
    fileprivate var role: Container.Role { _withUnsafeGuaranteedRef { $0.role } }
    fileprivate var isLayered: Bool { _withUnsafeGuaranteedRef { $0.isLayered } }
    fileprivate var isClosed: Bool { _withUnsafeGuaranteedRef { $0.isClosed } }
    fileprivate var isObserved: Bool {
        _withUnsafeGuaranteedRef { $0.isObserved.load(ordering: .relaxed) }
    }
    fileprivate var onlySource: Unmanaged<Container>? {
        _withUnsafeGuaranteedRef { $0.hasFurtherSources ? nil : $0.parent }
    }
}

extension Slot {
    /// Whether it may be built from without the ledger.
    fileprivate var isBrief: Bool {
        scope.isCaching && arguments == 0 && lane == .sync && kind != .ambiguous
            && definitionDetails { $0?.isPlain.load(ordering: .acquiring) == true }
    }

    /// An instance was built: from now on others may be without the ledger, if nothing is special.
    func notePlain() {
        guard scope.isCaching, scope != .weakSingleton, arguments == 0, lane == .sync,
            kind != .forwarding
        else { return }
        let details = definition.details
        guard details.steps == nil, details.callbacks == nil, !details.isUnstubbed,
            existingDetails?.callsBack.load(ordering: .acquiring) != true
        else { return }
        details.isPlain.store(true, ordering: .releasing)
    }
}

// MARK: - Beginning and ending

extension BriefPointer {
    private var thread: Thread { pointee.frame.thread }

    /// Begins to build, unless there is an instance, or somebody else has begun.
    @usableFromInline func begin() -> BriefConstruction.Beginning {
        let beginning = pointee.frame.slot._withUnsafeGuaranteedRef { slot in
            ConstructionSite.locked {
                Unmanaged.passUnretained(slot.placeOfInstance)._withUnsafeGuaranteedRef {
                    begin(slot, in: $0)
                }
            }
        }
        switch beginning {
        case .construct:
            if pointee.frame.caller == nil {
                thread.pointee.checkpoint = Checkpoint.stackAddress &- Checkpoint.firstDistance
            }
            thread.pointee.building += 1
            thread.pointee.frame = framePointer
        case .kept, .special: leave(succeeded: true)
        }
        return beginning
    }

    /// Under the site's lock.
    @inline(__always)
    private func begin(_ slot: Slot, in cell: Cell) -> BriefConstruction.Beginning {
        if let holder = cell.holder {
            slot.makeHot(holder)
            return .kept(holder)
        }
        guard cell.builder == nil, !ConstructionSite.ledger.isInFlight(cell.number),
            owner._withUnsafeGuaranteedRef({ $0.closing.constructionBegins() })
        else { return .special }
        pointee.cell = .passUnretained(cell)
        cell.builder = self
        pointee.outer = thread.pointee.brief
        thread.pointee.brief = self
        return .construct
    }

    /// The instance exists, and may be seen by everyone.
    ///
    /// - Parameters:
    ///   - holder: Its holder.
    ///   - type: Its dynamic type.
    /// - Returns: `false` if there is more to it.
    @usableFromInline func commit(_ holder: AnyObject, _ type: Any.Type) -> Bool {
        let capabilities = Capabilities.of(type)
        let disposals = pointee.frame.slot._withUnsafeGuaranteedRef {
            $0.definitionDetails { $0?.disposals }
        }
        guard
            capabilities.isEmpty || (disposals != nil && !capabilities.contains(.resolutionAware))
        else { return false }
        var closer = disposals.map { Closer(slot: pointee.slot, holder: holder, disposals: $0) }
        let isDone = ConstructionSite.locked {
            guard pointee.number == 0 else { return false }
            if let closer = closer.take() {
                owner._withUnsafeGuaranteedRef { $0.closing.add(closer) }
            }
            end()
            return pointee.frame.slot._withUnsafeGuaranteedRef { slot in
                guard slot.isPublished else { return true }
                pointee.cell?._withUnsafeGuaranteedRef { $0.holder = holder }
                slot.committed(holder)
                return true
            }
        }
        guard isDone else { return false }
        thread.pointee.building -= 1
        leave(succeeded: true)
        return true
    }

    private var owner: Unmanaged<Container> {
        pointee.frame.slot._withUnsafeGuaranteedRef { .passUnretained($0.owner) }
    }

    /// Under the site's lock.
    @inline(__always) private func end() {
        thread.pointee.brief = pointee.outer
        pointee.cell?._withUnsafeGuaranteedRef { $0.builder = nil }
        owner._withUnsafeGuaranteedRef {
            $0.closing.constructionEnds(resuming: &ConstructionSite.resumptions)
        }
    }

    /// The factory threw.
    @usableFromInline func fail(_ error: any Error) {
        let isDone = ConstructionSite.locked {
            guard pointee.number == 0 else { return false }
            end()
            return true
        }
        if isDone {
            thread.pointee.building -= 1
        } else {
            known {
                thread.drop(
                    framePointer,
                    construction: pointee.number,
                    builder: pointee.outerBuilder,
                    error
                )
            }
        }
        leave(succeeded: false)
    }

    /// The instance exists, and there is more to it: does what the special path would do.
    @usableFromInline func settle<T>(_ holder: Holder<T>) throws {
        do {
            try known {
                let request = Request(
                    T.self,
                    tag: pointee.slot.tag,
                    caller: pointee.frame.caller,
                    view: pointee.frame.table,
                    thread: thread
                )
                do {
                    try request.settle(
                        holder,
                        pointee.slot,
                        framePointer,
                        pointee.cell?.takeUnretainedValue(),
                        pointee.number
                    )
                } catch {
                    thread.drop(
                        framePointer,
                        construction: pointee.number,
                        builder: pointee.outerBuilder,
                        error
                    )
                    throw error
                }
            }
        } catch {
            leave(succeeded: false)
            throw error
        }
        leave(succeeded: true)
    }

    /// Does what ends a construction that the ledger knows, as the thread that built it.
    private func known(_ body: () throws -> Void) rethrows {
        thread.enterBriefs()
        ConstructionSite.locked { thread.pointee.brief = pointee.outer }
        defer {
            thread.pointee.builder = pointee.outerBuilder
            thread.pointee.building -= 1
        }
        try body()
    }

    private func leave(succeeded: Bool) {
        thread.pointee.frame = pointee.frame.caller
        guard pointee.frame.caller == nil else { return }
        thread.stopAnnouncing()
        thread.leave(succeeded: succeeded)
    }
}

// MARK: - Entering the ledger

extension UnsafeMutablePointer<ThreadRecord> {
    /// What the thread is building is nobody's concern but its own no longer.
    @inline(__always) func enterBriefs() {
        if let brief = pointee.brief, !brief.pointee.isKnown { enter(brief) }
    }

    @inline(never) private func enter(_ innermost: BriefPointer) {
        sessionWork.usedConstructionSite = true
        ConstructionSite.locked { ConstructionSite.enterBriefs(of: self) }
        know(innermost)
    }

    private func know(_ brief: BriefPointer?) {
        guard let brief, !brief.pointee.isKnown else { return }
        know(brief.pointee.outer)
        brief.pointee.isKnown = true
        brief.pointee.outerBuilder = pointee.builder
        pointee.builder = brief.pointee.number
    }
}

extension ConstructionSite {
    /// Enters what a thread is building on its own into the ledger, the outermost first.
    ///
    /// Under the site's lock.
    static func enterBriefs(of thread: Thread) {
        func enter(_ brief: BriefPointer?) {
            guard let brief, brief.pointee.number == 0,
                let cell = brief.pointee.cell?.takeUnretainedValue()
            else { return }
            enter(brief.pointee.outer)
            let number = ledger.begin(in: UInt(bitPattern: thread), cell: cell.number)
            records[number] = Record(
                cell: cell,
                slot: brief.pointee.slot,
                frame: brief.framePointer
            )
            brief.pointee.number = number
            cell.builder = nil
        }
        enter(thread.pointee.brief)
    }

    /// Somebody else asks for what a thread may be building on its own.
    ///
    /// Under the site's lock.
    static func enterBrief(building cell: Cell) {
        guard let brief = cell.builder else { return }
        enterBriefs(of: brief.pointee.frame.thread)
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension BriefConstruction: Sendable {}
@available(*, unavailable)
extension BriefPlace: Sendable {}
