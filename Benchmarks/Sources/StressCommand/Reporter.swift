// SPDX-License-Identifier: MIT

import Foundation
@_spi(Diagnostics) import Mortise
import Synchronization

/// Reports violations, and ends the process.
final class Reporter: Sendable {
    /// The current operation of a player.
    final class Activity: Sendable {
        let name: String
        private let operation = Guarded<Program.Operation?>(nil)

        init(_ name: String) { self.name = name }

        func begin(_ operation: Program.Operation) {
            self.operation.withLock { $0 = operation }
        }

        func end() { operation.withLock { $0 = nil } }

        fileprivate var line: String? {
            operation.withLock { $0 }.map { "  \(name): \(Program.line($0))" }
        }
    }

    private struct Round {
        var command = ""
        var describe: @Sendable () -> String = { "" }
        var activities: [Activity] = []
        var isReported = false
    }

    private let round = Guarded(Round())
    private let beats = Atomic<Int>(0)

    /// Starts a round.
    func begin(_ command: String, _ describe: @escaping @Sendable () -> String) {
        round.withLock { $0 = Round(command: command, describe: describe) }
        beat()
    }

    /// Adds a player to the round.
    func activity(_ name: String) -> Activity {
        let activity = Activity(name)
        round.withLock { $0.activities.append(activity) }
        return activity
    }

    /// Records progress.
    func beat() { beats.add(1, ordering: .relaxed) }

    /// Reports a violation and ends the process.
    func report(_ what: String) {
        let round = round.withLock { round -> Round? in
            guard !round.isReported else { return nil }
            round.isReported = true
            return round
        }
        // The first reporter is still printing.
        guard let round else { return }
        end(what, round)
    }

    private func end(_ what: String, _ round: Round) {
        print("\nVIOLATION: \(what)\n")
        print(round.describe())
        let busy = round.activities.compactMap(\.line)
        if !busy.isEmpty { print("at that moment:\n\(busy.joined(separator: "\n"))") }
        print("again: \(round.command)")
        fflush(nil)
        printState()
        fflush(nil)
        _exit(1)
    }

    /// Prints the state of the engine, unless the engine is blocked.
    private func printState() {
        let hasAnswered = Guarded(false)
        Thread {
            let lines = EngineState.dump().split(separator: "\n")
            print("the engine: \(lines.prefix(200).joined(separator: "\n"))")
            if lines.count > 200 { print("  and \(lines.count - 200) more") }
            hasAnswered.withLock { $0 = true }
        }.start()
        for _ in 0..<300 {
            if hasAnswered.withLock({ $0 }) { return }
            usleep(10_000)
        }
        print("the engine does not answer: somebody holds its lock")
    }

    /// Watches for progress, on its own thread.
    ///
    /// - Parameter seconds: The longest time without progress. It counts the time this thread ran, since the
    ///   whole process may be suspended.
    func watch(patience seconds: Int) {
        let thread = Thread { [self] in
            var last = -1
            var ticks = 0
            while true {
                usleep(100_000)
                let now = beats.load(ordering: .relaxed)
                ticks = now == last ? ticks + 1 : 0
                last = now
                if ticks > seconds * 10 {
                    report("nothing has ended for \(seconds) seconds: something hangs")
                }
            }
        }
        thread.start()
    }
}
