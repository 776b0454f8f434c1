// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Mortise

/// Thread records without threads, and batches that nobody else knows.
private final class Bench {
    private(set) var batches = RetiredBatches(heedsReadings: true)
    private var threads: [Thread] = []
    private(set) var released = 0

    deinit {
        for thread in threads {
            thread.deinitialize(count: 1)
            thread.deallocate()
        }
    }

    func thread() -> Thread {
        let thread = Thread.allocate(capacity: 1)
        thread.initialize(to: ThreadRecord(lowestFrame: 0))
        threads.append(thread)
        batches.enroll(thread)
        return thread
    }

    func retire(_ objects: Piece...) {
        look(at: batches.add(objects.map { .object($0) }))
    }

    func add(_ object: Piece) -> [RetiredBatch] {
        defer { release() }
        return batches.add([.object(object)])
    }

    func look(at made: [RetiredBatch]) {
        batches.reconsider(made)
        release()
    }

    /// The actions of a thread that has ended a reading or a borrowing.
    func ended(_ thread: Thread, _ bits: UInt8) {
        guard thread.isAwaited(bits) else { return }
        batches.reconsider(thread)
        release()
    }

    func endReading(_ thread: Thread) {
        HotPath.stopReading(thread)
        ended(thread, Awaited.reading)
    }

    func giveBack(_ thread: Thread) {
        thread.pointee.borrowed.store(0, ordering: .releasing)
        ended(thread, Awaited.body)
    }

    func dismiss(_ thread: Thread) {
        batches.dismiss(thread)
        release()
    }

    private func release() { released += batches.takeFree().count }
}

extension UnsafeMutablePointer<ThreadRecord> {
    fileprivate func borrow(_ piece: Piece) {
        let word = UInt(bitPattern: ObjectIdentifier(piece))
        pointee.borrowed.store(word, ordering: .relaxed)
    }
}

@Suite("What was retired") struct RetiredBatchesTests {
    private let bench = Bench()
    private let census = Census()

    private func piece() -> Piece { Piece(census) }

    @Test func `is free if no thread reads`() {
        _ = bench.thread()

        bench.retire(piece(), piece())

        #expect(bench.released == 2)
        #expect(census.living == 0)
    }

    @Test func `is free when the reading thread ends its reading`() {
        let reader = bench.thread()
        HotPath.beginReading(reader)
        bench.retire(piece())
        #expect(census.living == 1)

        bench.endReading(reader)

        #expect(census.living == 0)
    }

    @Test func `does not wait for a reading that began later`() {
        let (early, late) = (bench.thread(), bench.thread())
        HotPath.beginReading(early)
        bench.retire(piece())
        HotPath.beginReading(late)

        bench.endReading(early)

        #expect(census.living == 0)
    }

    @Test func `does not wait for a later reading of the same thread`() {
        let reader = bench.thread()
        HotPath.beginReading(reader)
        let made = bench.add(piece())
        // It ended before it could see that it is awaited.
        HotPath.stopReading(reader)
        HotPath.beginReading(reader)

        bench.look(at: made)

        #expect(census.living == 0)
    }

    @Test func `waits for all threads that were reading`() {
        let readers = [bench.thread(), bench.thread(), bench.thread()]
        for reader in readers { HotPath.beginReading(reader) }
        bench.retire(piece())

        for reader in readers {
            #expect(census.living == 1)
            bench.endReading(reader)
        }

        #expect(census.living == 0)
    }

    @Test func `waits for the body that borrows it, and no other batch does`() {
        let borrower = bench.thread()
        let lent = piece()
        borrower.borrow(lent)

        bench.retire(lent, piece())

        #expect(bench.released == 1)
        bench.giveBack(borrower)
        #expect(bench.released == 2)
    }

    @Test func `waits for the body that borrows it at the end of a reading`() {
        let (borrower, reader) = (bench.thread(), bench.thread())
        let lent = piece()
        HotPath.beginReading(borrower)
        HotPath.beginReading(reader)
        bench.retire(lent, piece())
        borrower.borrow(lent)

        bench.endReading(borrower)
        #expect(bench.released == 0)
        bench.endReading(reader)
        #expect(bench.released == 1)
        bench.giveBack(borrower)

        #expect(bench.released == 2)
    }

    @Test func `is checked again in all its parts`() {
        let (borrower, reader) = (bench.thread(), bench.thread())
        let lent = piece()
        HotPath.beginReading(borrower)
        HotPath.beginReading(reader)
        let made = bench.batches(adding: [lent, piece()])
        borrower.borrow(lent)
        // This splits the batch.
        bench.endReading(borrower)
        // This one ended before it could see that it is awaited.
        HotPath.stopReading(reader)

        bench.look(at: made)
        bench.giveBack(borrower)

        #expect(bench.released == 2)
    }

    @Test func `does not disturb the thread's other actions`() {
        let borrower = bench.thread()
        let lent = piece()
        borrower.borrow(lent)
        bench.retire(lent)

        HotPath.beginReading(borrower)
        bench.endReading(borrower)

        #expect(!borrower.isAwaited(Awaited.reading | Awaited.pin))
        #expect(borrower.isAwaited(Awaited.body))
    }

    @Test func `does not wait for a thread that has ended`() {
        let reader = bench.thread()
        HotPath.beginReading(reader)
        bench.retire(piece())

        bench.dismiss(reader)

        #expect(census.living == 0)
    }

    @Test func `waits for the last session that counts a table`() {
        let container = Container()
        let thread = bench.thread()
        let table = Table.make(roomFor: 1, owner: container)
        table.hold()
        table.hold()
        #expect(bench.batches(adding: [.table(table)]).count == 1)

        #expect(!table.endHold())
        #expect(table.endHold())
        bench.endHold(of: table, thread)

        #expect(bench.released == 1)
        table.destroy()
    }
}

extension Bench {
    fileprivate func batches(adding objects: [Piece]) -> [RetiredBatch] {
        batches(adding: objects.map { .object($0) })
    }

    fileprivate func batches(adding items: [Reclaimer.Retired]) -> [RetiredBatch] {
        batches.add(items)
    }

    fileprivate func endHold(of table: Table, _ thread: Thread) {
        batches.endHold(of: table.word, thread)
        ended(thread, Awaited.session)
    }
}

// MARK: - All orders

/// One thread retires, one reads, and one reads and borrows, step by step in a given order.
private struct Race {
    private let bench = Bench()
    private let census = Census()
    private let object: Weak<Piece>
    private var published: Piece?
    private var retired: Piece?
    private var made: [RetiredBatch] = []
    private let reader: Thread
    private let borrower: Thread
    private var readerUses = false
    private var borrowerUses = false

    static let steps = [3, 4, 7]

    init() {
        let piece = Piece(census)
        object = Weak(piece)
        published = piece
        reader = bench.thread()
        borrower = bench.thread()
    }

    var isReleased: Bool { object.object == nil }

    /// Whether all instances in use are alive.
    var isSound: Bool { !isReleased || (!readerUses && !borrowerUses) }

    mutating func step(_ actor: Int, _ step: Int) {
        switch (actor, step) {
        case (0, 0):
            retired = published
            published = nil
        case (0, 1):
            guard let piece = retired.take() else { return }
            made = bench.add(piece)
        case (0, 2): bench.look(at: made)
        case (1, 0): HotPath.beginReading(reader)
        case (1, 1): readerUses = published != nil
        case (1, 2):
            readerUses = false
            HotPath.stopReading(reader)
        case (1, 3): bench.ended(reader, Awaited.reading)
        case (2, 0): HotPath.beginReading(borrower)
        case (2, 1): borrowerUses = published != nil
        case (2, 2): if borrowerUses, let piece = object.object { borrower.borrow(piece) }
        case (2, 3): HotPath.stopReading(borrower)
        case (2, 4): bench.ended(borrower, Awaited.reading)
        case (2, 5):
            borrowerUses = false
            borrower.pointee.borrowed.store(0, ordering: .releasing)
        default: bench.ended(borrower, Awaited.body)
        }
    }
}

extension RetiredBatchesTests {
    @Test func `is released after the last use, and is released, whatever the order`() {
        var orders = 0
        var order: [(actor: Int, step: Int)] = []
        var isRight = true
        func explore(_ done: [Int]) {
            guard isRight else { return }
            var isComplete = true
            for actor in done.indices where done[actor] < Race.steps[actor] {
                isComplete = false
                order.append((actor, done[actor]))
                var next = done
                next[actor] += 1
                explore(next)
                order.removeLast()
            }
            guard isComplete else { return }
            orders += 1
            var race = Race()
            for (actor, step) in order {
                race.step(actor, step)
                isRight = isRight && race.isSound
            }
            isRight = isRight && race.isReleased
            if !isRight { Issue.record("used after its release, or never released: \(order)") }
        }

        explore([0, 0, 0])

        #expect(orders == 120_120)
    }
}
