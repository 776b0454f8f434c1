// SPDX-License-Identifier: MIT

import Foundation
@_spi(Diagnostics) import Mortise
import Synchronization

/// `reset()` and replacing beside readers of the same container and of another one.
///
/// Dropped instances are released when no reader is left, without any further action.
struct ReclaimRound: Sendable {
    let readers: Int
    let drops: Int
    /// Whether readers borrow instances for a while.
    let borrows: Bool

    init(_ random: inout Randomness) {
        readers = random.pick(2...12)
        drops = random.pick(10...60)
        borrows = random.happens(50)
    }

    var text: String {
        "\(drops) drops beside \(readers) readers\(borrows ? ", which borrow" : "")"
    }

    private final class Dropped: Sendable {
        static let living = Atomic<Int>(0)
        private let mark = Atomic<Int>(1)

        init() { Self.living.add(1, ordering: .relaxed) }

        deinit {
            mark.store(0, ordering: .relaxed)
            Self.living.subtract(1, ordering: .relaxed)
        }

        var isAlive: Bool { mark.load(ordering: .relaxed) == 1 }
    }

    private final class Stop: Sendable {
        private let word = Atomic<Bool>(false)

        var isSet: Bool { word.load(ordering: .relaxed) }

        func set() { word.store(true, ordering: .relaxed) }
    }

    func run(_ reporter: Reporter, _ tally: Tally, _ rules: Rules) async {
        let check = EndCheck(reporter, rules)
        let container = Container()
        let other = Container { $0.register(.singleton) { Leaf() } }
        let stop = Stop()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<readers {
                group.addTask {
                    await onThread {
                        while !stop.isSet {
                            read(container, other, number)
                            tally.resolves.add(1, ordering: .relaxed)
                        }
                        reporter.beat()
                    }
                }
            }
            group.addTask {
                await onThread {
                    for number in 0..<drops {
                        if number % 3 == 0 {
                            container.reset()
                        } else {
                            container.register(.singleton) { Dropped() }
                            _ = try? container.resolve(Dropped.self)
                        }
                        usleep(100)
                        reporter.beat()
                    }
                    container.reset()
                    stop.set()
                }
            }
        }
        // No code resolves from here on: leftover instances must be released without it.
        await check.expect("instances outlived reset(), and there is no reader any more") {
            Dropped.living.load(ordering: .relaxed) == 0 && EngineState.summary.retired == 0
        } details: {
            "\(Dropped.living.load(ordering: .relaxed)) instances; \(EngineState.summary)"
        }
        await check.expectIdle("when all readers were gone")
        tally.changes.add(drops, ordering: .relaxed)
        tally.rounds.add(1, ordering: .relaxed)
    }

    private func read(_ container: Container, _ other: Container, _ number: Int) {
        _ = try? other.resolve(Leaf.self)
        if borrows, number % 2 == 0 {
            try? container.with(Dropped.self) { precondition($0.isAlive) }
        } else if let dropped = try? container.resolve(Dropped.self) {
            precondition(dropped.isAlive)
        }
    }
}
