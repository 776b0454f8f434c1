// SPDX-License-Identifier: MIT

/// The limit for a figure.
struct Bar: Sendable {
    let limit: Double
    let direction: Direction

    enum Direction: Sendable {
        case atMost
        case atLeast
    }

    func isMet(by figure: Double) -> Bool {
        switch direction {
        case .atMost: figure <= limit
        case .atLeast: figure >= limit
        }
    }

    static func atMost(_ limit: Double) -> Bar { Bar(limit: limit, direction: .atMost) }
    static func atLeast(_ limit: Double) -> Bar { Bar(limit: limit, direction: .atLeast) }

    /// The bars of all scenarios that have one.
    ///
    /// Ratios to hand-wired code, except for these:
    /// - threads: the throughput of several against one
    /// - registering: nanoseconds and bytes for one definition
    /// - `reset`: the time beside reading threads divided by the time beside other threads
    /// - keys: the ratio to a dictionary filled by hand; the time of many objects against half of them; the
    ///   bytes that a graph leaves
    /// - waiting: the time of many waiters against a tenth of them, and the milliseconds of many
    static let all: [String: Bar] = [
        "S1": .atMost(1.12),
        "S2": .atMost(1.10),
        "S2with": .atMost(0.35),
        "S3": .atMost(1.10),
        "S3wired": .atMost(1.35),
        "S3b": .atMost(1.10),
        "S3bwired": .atMost(1.35),
        "S4": .atMost(1.7),
        "S5": .atMost(1.15),
        "S5b": .atMost(1.15),
        "S5bmixed": .atMost(1.15),
        "S6": .atMost(0.9),
        "S7": .atMost(1.5),
        "step": .atMost(4),
        "S8": .atMost(4),
        "S8dip": .atMost(6),
        "S9first": .atMost(1.3),
        "S9warm": .atMost(1.1),
        "S9shared": .atMost(1.5),
        "S2selected": .atMost(1.5),
        "S1injector": .atMost(8),
        "S2injector": .atMost(8),
        "S11": .atMost(4.5),
        "S12": .atMost(1.5),
        "S13": .atMost(1.3),
        "scope": .atMost(2.5),
        "scopeInput": .atMost(1),
        "S1assembly": .atMost(1.3),
        "S2assembly": .atMost(1.5),
        "S3assembly": .atMost(1.5),
        "S4assembly": .atMost(2.5),
        "S1easydi": .atMost(6),
        "S2easydi": .atMost(6),
        "S3easydi": .atMost(6),
        "S4easydi": .atMost(6),
        "S1dip": .atMost(4),
        "S2dip": .atMost(4),
        "S3dip": .atMost(5),
        "S3bdip": .atMost(5),
        "S4dip": .atMost(6),
        "threadsS1": .atLeast(1.8),
        "threadsWith": .atLeast(1.8),
        "threadsScope": .atLeast(1.6),
        "threadsInput": .atLeast(1.6),
        "registerNanoseconds": .atMost(450),
        "registerBytes": .atMost(240),
        "reset": .atMost(3),
        "keysEasydi": .atMost(12),
        "keysEasydiGrowth": .atMost(2.3),
        "keysEasydiBytes": .atMost(1),
        "keysAssembly": .atMost(12),
        "keysAssemblyGrowth": .atMost(2.3),
        "keysAssemblyBytes": .atMost(1),
        "waitingTasks": .atMost(15),
        "waitingTasksMilliseconds": .atMost(1_000),
        "waitingThreads": .atMost(15),
        "waitingThreadsMilliseconds": .atMost(1_000),
    ]
}
