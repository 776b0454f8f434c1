// SPDX-License-Identifier: MIT

import Foundation
@_spi(Diagnostics) import Mortise
import Synchronization

/// Many waiters for one instance: tasks for an asynchronous singleton, and threads for a synchronous one.
struct WaiterRound: Sendable {
    let tasks: Int
    let threads: Int

    init(_ random: inout Randomness) {
        tasks = random.pick(500...5_000)
        threads = random.pick(20...200)
    }

    var text: String {
        "\(tasks) tasks wait for one asynchronous singleton, \(threads) threads for a synchronous one"
    }

    private final class Awaited: Sendable {}

    func run(_ reporter: Reporter, _ tally: Tally, _ rules: Rules) async {
        let check = EndCheck(reporter, rules)
        let gate = Gate()
        let container = Container {
            $0.register(.singleton, as: Awaited.self) {
                (_: inout AsyncResolver) async throws in
                while !gate.isOpen { try await Task.sleep(for: .milliseconds(1)) }
                return Awaited()
            }
            $0.register(.singleton, as: Leaf.self) {
                while !gate.isOpen { usleep(1_000) }
                return Leaf()
            }
        }
        let seen = Guarded<Set<ObjectIdentifier>>([])
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<tasks {
                group.addTask {
                    let task = Task { try await container.async.resolve(Awaited.self) }
                    let isCancelled = number % 10 == 1
                    if isCancelled { task.cancel() }
                    do {
                        let instance = try await task.value
                        seen.withLock { _ = $0.insert(ObjectIdentifier(instance)) }
                    } catch {
                        if !isCancelled || !(error is CancellationError) {
                            reporter.report("one of many that waited failed: \(error)")
                        }
                    }
                    reporter.beat()
                }
            }
            for _ in 0..<threads {
                group.addTask {
                    await onThread {
                        do {
                            let instance = try container.resolve(Leaf.self)
                            seen.withLock { _ = $0.insert(ObjectIdentifier(instance)) }
                        } catch {
                            reporter.report("one of many that waited failed: \(error)")
                        }
                        reporter.beat()
                    }
                }
            }
            group.addTask {
                try? await Task.sleep(for: .milliseconds(20))
                gate.open()
            }
        }
        let count = seen.withLock { $0.count }
        if count != 2 { reporter.report("\(count) instances were made, and not 2") }
        tally.resolves.add(tasks + threads, ordering: .relaxed)
        tally.rounds.add(1, ordering: .relaxed)
        await check.expectIdle("when nobody waited any more")
    }

    private final class Gate: Sendable {
        private let word = Atomic<Bool>(false)

        var isOpen: Bool { word.load(ordering: .acquiring) }

        func open() { word.store(true, ordering: .releasing) }
    }
}
