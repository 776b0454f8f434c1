// SPDX-License-Identifier: MIT

import CMortiseThread
import MortiseGraph
import Synchronization

/// Where the instance of a plain caching definition belongs.
@usableFromInline struct BriefPlace {
    let slot: Slot
    /// What the factory sees.
    let table: Table
    let thread: Thread
}

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
        if let place = BriefSearch(view: view, thread: thread).place(key) {
            thread.pointee.isBrief = true
            return place
        }
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
        // Its end gives up what is announced from here.
        if !thread.pointee.isBrief { _ = thread.sessionWork }
        return BriefSearch(view: pointee.table, thread: thread).place(key)
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// The tables of sources that nobody else will give up are not used any more.
    func stopAnnouncing() {
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
        guard slot.isBrief, let home = home(of: slot), !home.isClosed, !home.isObserved else {
            return nil
        }
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
        scope.isCaching && arguments == 0 && lane == .sync && kind != .ambiguous && kind != .member
            && definitionDetails { $0?.isPlain.load(ordering: .acquiring) == true }
    }

    /// An instance was built: from now on others may be without the ledger, if nothing is special.
    func notePlain() {
        guard scope.isCaching, scope != .weakSingleton, arguments == 0, lane == .sync,
            kind != .forwarding, kind != .member
        else { return }
        let details = definition.details
        guard details.steps == nil, details.callbacks == nil, !details.isUnstubbed,
            existingDetails?.callsBack.load(ordering: .acquiring) != true, !hasProperties
        else { return }
        details.isPlain.store(true, ordering: .releasing)
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension BriefPlace: Sendable {}
