// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// All retired items that are not released yet, and the threads that block them.
///
/// The reclaimer's lock guards this value. It finds the batches of a thread without a search.
struct RetiredBatches {
    private var threads: Set<Thread> = []
    private var batches: [Thread: [RetiredBatch]] = [:]
    /// Tables that sessions hold by a count, by their words.
    private var held: [UInt: RetiredBatch] = [:]
    /// The items that have no blocker any more, for ``takeFree()``.
    private var free: [Reclaimer.Retired] = []
    private var forks = mortise_forks()
    /// Whether threads read without a pin, so that epochs count.
    private let heedsReadings: Bool

    init(heedsReadings: Bool = mortise_has_heavy_barrier()) { self.heedsReadings = heedsReadings }

    /// The number of retired items that are not released yet, and the number of threads.
    var census: (retired: Int, threads: Int) {
        let all = batches.values.joined() + Array(held.values)
        let each = Dictionary(all.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
        return (each.values.reduce(0) { $0 + $1.items.count }, threads.count)
    }

    // MARK: Threads

    mutating func enroll(_ thread: Thread) {
        forgetThreadsBeforeFork()
        threads.insert(thread)
    }

    /// Forgets a thread that ends, which blocks nothing any more.
    @inline(never) mutating func dismiss(_ thread: Thread) {
        threads.remove(thread)
        for batch in batches.removeValue(forKey: thread) ?? [] {
            batch.blockers[thread] = nil
            freeIfPossible(batch)
        }
    }

    /// Forgets all threads but the one that `fork` has taken into this process: the activities of
    /// the others never end.
    private mutating func forgetThreadsBeforeFork() {
        guard mortise_forks() != forks else { return }
        forks = mortise_forks()
        let survivor = mortise_forking_thread()
        for thread in threads where UnsafeMutableRawPointer(thread) != survivor { dismiss(thread) }
    }

    // MARK: Items

    /// Takes items that were unpublished before a heavy barrier, and notes their blockers.
    ///
    /// - Returns: The batches that are blocked or held. Their blockers have been told.
    mutating func add(_ items: [Reclaimer.Retired]) -> [RetiredBatch] {
        forgetThreadsBeforeFork()
        var readers: [Thread: UInt] = [:]
        var pins: [UInt: [Thread]] = [:]
        for thread in threads {
            let epoch = thread.pointee.epoch.load(ordering: .acquiring)
            if epoch & 1 != 0, heedsReadings {
                // Its pins are loaded when it has ended the read.
                readers[thread] = epoch
            } else {
                // After the epoch: the pins that the thread stored by the end of its last read are
                // seen.
                thread.pointee.forEachPin { pins[$0, default: []].append(thread) }
            }
        }
        var made: [RetiredBatch] = []
        var rest: [Reclaimer.Retired] = []
        for item in items {
            let owners = pins[item.word] ?? []
            let isHeld = item.awaitHolds()
            guard isHeld || !owners.isEmpty else {
                rest.append(item)
                continue
            }
            let blockers = readers.merging(owners.map { ($0, 0) }) { epoch, _ in epoch }
            let batch = RetiredBatch([item], blockers: blockers, isHeld: isHeld)
            if isHeld { held[item.word] = batch }
            made.append(batch)
        }
        if readers.isEmpty {
            free += rest
        } else if !rest.isEmpty {
            made.append(RetiredBatch(rest, blockers: readers))
        }
        for batch in made {
            for (thread, epoch) in batch.blockers {
                batches[thread, default: []].append(batch)
                // A reader may still pin any of the items.
                let bits = batch.items.reduce(epoch == 0 ? 0 : Awaited.reading) { $0 | $1.pinBit }
                thread.setAwaited(bits)
            }
        }
        return made
    }

    /// Checks the blockers of some batches again, after those threads passed a barrier.
    ///
    /// - Parameter made: The batches that ``add(_:)`` returned.
    mutating func reconsider(_ made: [RetiredBatch]) {
        var rest = made
        while let batch = rest.popLast() {
            for thread in Array(batch.blockers.keys) {
                let staying = reconsider(batch, thread, Standing(of: thread))
                guard staying !== batch else { continue }
                remove(batch, from: thread)
                if let staying { batches[thread, default: []].append(staying) }
            }
            rest += batch.parts
            batch.parts = []
            freeIfPossible(batch)
        }
    }

    /// Checks again what a thread blocks, which has ended a read or a pin.
    mutating func reconsider(_ thread: Thread) {
        let standing = Standing(of: thread)
        var bits = thread.pointee.awaited.load(ordering: .relaxed) & Awaited.needsFence
        var staying: [RetiredBatch] = []
        for batch in batches.removeValue(forKey: thread) ?? [] {
            let rest = reconsider(batch, thread, standing)
            if rest !== batch { freeIfPossible(batch) }
            guard let rest else { continue }
            staying.append(rest)
            for item in rest.items where standing.pins.contains(item.word) { bits |= item.pinBit }
        }
        if !staying.isEmpty { batches[thread] = staying }
        thread.pointee.awaited.store(bits, ordering: .relaxed)
    }

    /// Ends the hold of sessions by a count: the thread of the last one blocks the table like a
    /// pin.
    mutating func endHold(of word: UInt, _ thread: Thread) {
        guard let batch = held.removeValue(forKey: word) else { return }
        batch.isHeld = false
        if batch.blockers.updateValue(0, forKey: thread) == nil {
            batches[thread, default: []].append(batch)
        }
        thread.setAwaited(Awaited.pin)
    }

    /// Takes the items that the caller can release now, without the lock.
    mutating func takeFree() -> [Reclaimer.Retired] {
        let all = free
        free = []
        return all
    }

    /// - Returns: What the thread blocks now: the batch, a part of it, or nothing.
    private mutating func reconsider(
        _ batch: RetiredBatch,
        _ thread: Thread,
        _ standing: Standing
    ) -> RetiredBatch? {
        let staying = batch.reconsider(thread, standing)
        if let staying, staying !== batch {
            for other in staying.blockers.keys where other != thread {
                batches[other, default: []].append(staying)
            }
        }
        return staying
    }

    @inline(never) private mutating func freeIfPossible(_ batch: RetiredBatch) {
        guard batch.isFree, !batch.items.isEmpty else { return }
        free += batch.items
        batch.items = []
    }

    private mutating func remove(_ batch: RetiredBatch, from thread: Thread) {
        guard let index = batches[thread]?.lastIndex(where: { $0 === batch }) else { return }
        batches[thread]?.remove(at: index)
        if batches[thread]?.isEmpty == true { batches[thread] = nil }
    }
}
