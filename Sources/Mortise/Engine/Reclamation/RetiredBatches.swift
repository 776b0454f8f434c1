// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// All that was retired and is not released yet, and who is in the way of what.
///
/// The value behind the reclaimer's lock. Each thread leads to what it is in the way of, so nobody looks
/// at anything else.
struct RetiredBatches {
    private var threads: Set<Thread> = []
    private var batches: [Thread: [RetiredBatch]] = [:]
    /// Tables that sessions hold by a count, by their words.
    private var held: [UInt: RetiredBatch] = [:]
    /// What nobody is in the way of any more, for ``takeFree()``.
    private var free: [Reclaimer.Retired] = []
    private var forks = mortise_forks()
    /// Whether threads read what they have not pinned, so that epochs say something.
    private let heedsReadings: Bool

    init(heedsReadings: Bool = mortise_has_heavy_barrier()) { self.heedsReadings = heedsReadings }

    /// How much is retired and not released yet, and how many threads there are.
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

    /// A thread ends: it is in nobody's way any more.
    mutating func dismiss(_ thread: Thread) {
        threads.remove(thread)
        for batch in batches.removeValue(forKey: thread) ?? [] {
            batch.blockers[thread] = nil
            freeIfPossible(batch)
        }
    }

    /// Of the threads of a process, `fork` takes one into the child: what the others were doing never ends.
    private mutating func forgetThreadsBeforeFork() {
        guard mortise_forks() != forks else { return }
        forks = mortise_forks()
        let survivor = mortise_forking_thread()
        for thread in threads where UnsafeMutableRawPointer(thread) != survivor { dismiss(thread) }
    }

    // MARK: Items

    /// Takes what was unpublished before a heavy barrier, and notes who is in the way.
    ///
    /// - Returns: What somebody is in the way of. Who that is has been told.
    mutating func add(_ items: [Reclaimer.Retired]) -> [RetiredBatch] {
        forgetThreadsBeforeFork()
        var readers: [Thread: UInt] = [:]
        var pins: [UInt: [Thread]] = [:]
        for thread in threads {
            let epoch = thread.pointee.epoch.load(ordering: .acquiring)
            if epoch & 1 != 0, heedsReadings {
                // What it pins is looked at when it has ended the reading.
                readers[thread] = epoch
            } else {
                // After the epoch: whatever the thread pinned by the end of its last reading is seen.
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
                // A reader may pin any of the items yet.
                let bits = batch.items.reduce(epoch == 0 ? 0 : Awaited.reading) { $0 | $1.pinBit }
                thread.setAwaited(bits)
            }
        }
        return made
    }

    /// Looks again at who is in the way of something, after those threads passed a barrier.
    ///
    /// - Parameter made: What ``add(_:)`` returned.
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

    /// A thread has ended a reading, or has given up a pin.
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

    /// The last session that held a table by a count has ended: its thread goes on with it as with a pin.
    mutating func endHold(of word: UInt, _ thread: Thread) {
        guard let batch = held.removeValue(forKey: word) else { return }
        batch.isHeld = false
        if batch.blockers.updateValue(0, forKey: thread) == nil {
            batches[thread, default: []].append(batch)
        }
        thread.setAwaited(Awaited.pin)
    }

    /// What can be released now, without the lock.
    mutating func takeFree() -> [Reclaimer.Retired] {
        let all = free
        free = []
        return all
    }

    /// - Returns: In the way of what the thread is now: of the batch, of a part of it, or of nothing.
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

    private mutating func freeIfPossible(_ batch: RetiredBatch) {
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
