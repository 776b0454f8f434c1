// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Measuring
import Scenarios
import Synchronization

/// The command: changes a container a million times while two threads read.
@main
struct Replacing: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replacing",
        abstract: "Replaces, removes and resets definitions while two other threads read.",
        discussion: """
            Shows whether memory stays flat, and whether reading is as fast after the changes as \
            before: as a ratio to hand-wired code, which does not change.
            """
    )

    @Option(help: "How many changes to make.")
    var changes = 1_000_000

    @Flag(help: "Fail if memory grows, or if reading becomes more than 5 % slower.")
    var bars = false

    func validate() throws {
        guard changes >= 20 else { throw ValidationError("--changes must be at least 20.") }
    }

    func run() throws {
        let changing = ChangingContainer()
        var changer = ChangingContainer.Changes(changing)
        let before = try ReadSpeed(of: changing, &changer)

        let readers = Readers(of: changing, count: 2)
        print("   changes     heap  resident  living")
        var memory: [Memory] = []
        for interval in 0..<10 {
            for number in interval * changes / 10..<(interval + 1) * changes / 10 {
                changer.make(number)
            }
            memory.append(Memory(changing))
            print(memory[interval].line(after: (interval + 1) * changes / 10))
        }
        let readings = try readers.stop()
        print(
            "While that went on: \(readings.found) times found, \(readings.missing) times missing,"
                + " \(readings.dead) times dead"
        )

        let after = try ReadSpeed(of: changing, &changer)
        var mistakes: [String] = []
        print("\nreading, relative to hand-wired code")
        for (before, after) in zip(before.ways, after.ways) {
            let change = after.slowdown(since: before)
            print(
                "  \(before.name.padding(toLength: 16, withPad: " ", startingAt: 0))"
                    + "before \(before.text), after \(after.text): "
                    + String(format: "%+.1f %%", 100 * (change - 1))
            )
            if change > 1.05 { mistakes.append("\(before.name): more than 5 % slower") }
        }
        if let first = memory.first, let last = memory.last {
            mistakes += last.growth(since: first)
        }
        if readings.dead > 0 { mistakes.append("readers got objects that were released") }
        for mistake in mistakes { print("missed: \(mistake)") }
        if bars, !mistakes.isEmpty { throw ExitCode.failure }
    }
}

extension ReadSpeed.Way {
    /// The slowdown of reading.
    ///
    /// Both measures are noisy: the machine may change its speed, and the hand-wired side varies as well. A
    /// real loss shows in both, so the smaller one is used.
    fileprivate func slowdown(since before: Self) -> Double {
        min(
            comparison.ratios.median / before.comparison.ratios.median,
            comparison.candidateTimes.median / before.comparison.candidateTimes.median
        )
    }

    fileprivate var text: String {
        String(
            format: "%.2f x (%.1f ns)",
            comparison.ratios.median,
            comparison.candidateTimes.median
        )
    }
}

/// The memory of the process at some time.
private struct Memory {
    let heap: Int
    let resident: Int
    let living: Int

    init(_ changing: ChangingContainer) {
        heap = Heap.bytesInUse
        resident = Heap.residentBytes
        living = changing.living.number.load(ordering: .relaxed)
    }

    func line(after changes: Int) -> String {
        String(
            format: "%10d  %5d kB  %5d kB  %6d",
            changes,
            heap / 1_024,
            resident / 1_024,
            living
        )
    }

    /// The quantities that have grown unexpectedly.
    ///
    /// It notices a leak of two bytes for each of a million changes.
    func growth(since first: Memory) -> [String] {
        var grown: [String] = []
        if heap > first.heap + 1 << 20 { grown.append("the heap grew") }
        if resident > first.resident + 4 << 20 { grown.append("resident memory grew") }
        // One registered object, and one for each thread that may be reading an old one.
        if living > 4 { grown.append("\(living) replaced objects live") }
        return grown
    }
}

/// Threads that read until they are stopped.
private final class Readers: Sendable {
    private let isStopped = Atomic<Bool>(false)
    private let results = Mutex<[Result<ChangingContainer.Readings, any Error>]>([])
    private let group = DispatchGroup()

    init(of changing: ChangingContainer, count: Int) {
        for _ in 0..<count {
            group.enter()
            Thread {
                let result = Result {
                    var sum = ChangingContainer.Readings()
                    while !self.isStopped.load(ordering: .relaxed) {
                        sum = sum + (try changing.readThroughChanges(1_000))
                    }
                    return sum
                }
                self.results.withLock { $0.append(result) }
                self.group.leave()
            }.start()
        }
    }

    /// Stops the threads.
    ///
    /// - Returns: The readings of all threads.
    /// - Throws: The error of reading.
    func stop() throws -> ChangingContainer.Readings {
        isStopped.store(true, ordering: .relaxed)
        group.wait()
        return try results.withLock { $0 }.reduce(ChangingContainer.Readings()) {
            try $0 + $1.get()
        }
    }
}
