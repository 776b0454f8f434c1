// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Measuring
import Mortise
import Synchronization

/// The cost of dropping an instance beside threads that read another container, compared with equally busy
/// threads that do not read.
struct ResetContest: Sendable {
    static let name = "reset"

    private static let readerCount = 12
    private static let blocks = 4

    /// Measures both in turn, by elapsed time.
    ///
    /// - Parameter resets: The number of resets beside each kind of thread.
    /// - Returns: The ratio of the medians.
    /// - Throws: The errors of resolving; ``InstancesLeft``.
    static func measure(resets: Int = 1_000) throws -> Row {
        let neighbours = try Neighbours(readerCount)
        var beside: [Neighbours.Work: Samples] = [:]
        for _ in 0..<blocks {
            for work in Neighbours.Work.allCases {
                neighbours.begin(work)
                for number in 0..<(resets + blocks - 1) / blocks {
                    // Lets the system suspend other threads, at other points.
                    if number % 10 == 0 { Thread.sleep(forTimeInterval: 0.000_2) }
                    beside[work, default: Samples()].add(try reset())
                }
            }
        }
        neighbours.stop()
        let living = Dropped.living.load(ordering: .acquiring)
        guard living == 0 else { throw InstancesLeft(count: living) }
        let readers = beside[.reading] ?? Samples()
        let others = beside[.arithmetic] ?? Samples()
        return Row(
            name: name,
            summary: """
                reset() beside \(readerCount) readers of another container, against as many that read \
                nothing; 99th percentile \(microseconds(readers)) against \(microseconds(others)) µs
                """,
            figure: readers.median / others.median,
            spread: readers.spread,
            unit: .ratio,
            nanoseconds: readers.median,
            handWiredNanoseconds: others.median
        )
    }

    private static func reset() throws -> Double {
        let container = Container { $0.register(.singleton) { Dropped() } }
        _ = try container.resolve(Dropped.self)
        let start = Clocks.monotonic
        container.reset()
        return Double(Clocks.monotonic - start)
    }

    private static func microseconds(_ samples: Samples) -> String {
        String(format: "%.1f", samples.quantile(0.99) / 1_000)
    }

    /// A dropped instance without readers is still alive.
    struct InstancesLeft: Error {
        let count: Int
    }
}

private final class Dropped: Sendable {
    static let living = Atomic<Int>(0)

    init() { Self.living.add(1, ordering: .relaxed) }

    deinit { Self.living.subtract(1, ordering: .releasing) }
}

private final class Read: Sendable {
    let number = 1
}

/// Threads that are always busy.
private final class Neighbours: Sendable {
    enum Work: Int, CaseIterable, Sendable {
        case arithmetic
        case reading
    }

    private static let idle = -1
    private static let end = -2

    private let count: Int
    private let work = Atomic<Int>(idle)
    private let changed = Atomic<Int>(0)
    private let container = Container { $0.register(.singleton) { Read() } }
    private let running = DispatchGroup()
    private let sum = Atomic<Int>(0)

    init(_ count: Int) throws {
        self.count = count
        _ = try container.resolve(Read.self)
        for _ in 0..<count {
            running.enter()
            Thread {
                self.run()
                self.running.leave()
            }.start()
        }
    }

    /// Waits until all threads do the given work.
    func begin(_ work: Work) {
        changed.store(0, ordering: .relaxed)
        self.work.store(work.rawValue, ordering: .releasing)
        while changed.load(ordering: .acquiring) < count { Thread.sleep(forTimeInterval: 0.001) }
    }

    /// Ends the threads and waits for them.
    func stop() {
        work.store(Self.end, ordering: .relaxed)
        running.wait()
    }

    private func run() {
        var state = 1
        var known = Self.idle
        while true {
            let work = work.load(ordering: .acquiring)
            if work != known { changed.add(1, ordering: .acquiringAndReleasing) }
            known = work
            switch work {
            case Work.reading.rawValue:
                for _ in 0..<100 { state &+= (try? container.resolve(Read.self).number) ?? 0 }
            case Work.arithmetic.rawValue:
                for _ in 0..<1_000 { state = state &* 31 ^ (state >> 3) }
            case Self.idle: Thread.sleep(forTimeInterval: 0.001)
            default:
                sum.add(state & 1, ordering: .relaxed)
                return
            }
        }
    }
}
