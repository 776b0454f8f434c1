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
        guard slot.isPublished, cell.builder == nil,
            !ConstructionSite.ledger.isInFlight(cell.number),
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
        guard !framePointer.heedsProperties else { return false }
        let capabilities = Capabilities.of(type)
        let disposals = pointee.frame.slot._withUnsafeGuaranteedRef {
            $0.definitionDetails { $0?.disposals }
        }
        guard
            capabilities.isEmpty || (disposals != nil && !capabilities.contains(.resolutionAware))
        else { return false }
        var closer = disposals.map { Closer(slot: pointee.slot, holder: holder, disposals: $0) }
        let isDone = ConstructionSite.locked {
            // What was withdrawn meanwhile belongs to this session alone.
            let isPublished = pointee.frame.slot._withUnsafeGuaranteedRef { $0.isPublished }
            guard pointee.number == 0, isPublished else { return false }
            if let closer = closer.take() {
                owner._withUnsafeGuaranteedRef { $0.closing.add(closer) }
            }
            end()
            pointee.cell?._withUnsafeGuaranteedRef { $0.holder = holder }
            pointee.frame.slot._withUnsafeGuaranteedRef { $0.committed(holder) }
            return true
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
            known { drop(error) }
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
                    drop(error)
                    throw error
                }
            }
        } catch {
            leave(succeeded: false)
            throw error
        }
        leave(succeeded: true)
    }

    /// The ledger knows the construction, and it has failed.
    private func drop(_ error: any Error) {
        thread.drop(
            framePointer,
            construction: pointee.number,
            builder: pointee.outerBuilder,
            error
        )
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
        thread.pointee.isBrief = false
        thread.leave(succeeded: succeeded)
        // A table that this session has announced may be kept aside.
        Reclaimer.sweep()
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
extension BriefConstruction.Beginning: Sendable {}
