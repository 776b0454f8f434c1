// SPDX-License-Identifier: MIT

import Foundation
import Measuring
@_spi(Diagnostics) import Mortise

/// The cost of giving one instance to many waiters, compared with a tenth of them.
struct WaitingContest: Sendable {
    static let all = [
        WaitingContest(name: "waitingTasks", kind: .tasks, few: 1_000),
        WaitingContest(name: "waitingThreads", kind: .threads, few: 200),
    ]

    let name: String
    let kind: Crowd.Kind
    let few: Int

    var timeName: String { "\(name)Milliseconds" }

    /// Measures few and many waiters in turn, by elapsed time, from the start of waiting until all have the
    /// instance.
    ///
    /// - Parameters:
    ///   - rounds: The number of rounds with many waiters. There are three times as many with few.
    ///   - few: The number of few waiters; defaults to the contest's.
    /// - Returns: The ratio of the medians, and the median of many.
    /// - Throws: ``WaitingLost``.
    func measure(rounds: Int = 7, few: Int? = nil) throws -> [Row] {
        let few = few ?? self.few
        let many = 10 * few
        var mortise = Times()
        var handWired = Times()
        _ = try Crowd.time(of: few, kind, .mortise)
        for _ in 0..<rounds {
            try mortise.add(few: few, many: many, kind, .mortise)
            try handWired.add(few: few, many: many, kind, .handWired)
        }
        let summary = "\(many) \(kind) wait for one singleton, until all have it"
        let byHand = String(
            format: "by hand %.2f x, %.1f ms",
            handWired.ratio,
            handWired.many.median / 1_000_000
        )
        func row(_ name: String, _ summary: String, _ figure: Double, _ unit: Row.Unit) -> Row {
            Row(
                name: name,
                summary: summary,
                figure: figure,
                spread: mortise.many.spread,
                unit: unit,
                nanoseconds: mortise.many.median / Double(many),
                handWiredNanoseconds: handWired.many.median / Double(many)
            )
        }
        return [
            row(name, "\(summary), against \(few); \(byHand)", mortise.ratio, .ratio),
            row(timeName, summary, mortise.many.median / 1_000_000, .milliseconds),
        ]
    }

    private struct Times {
        var few = Samples()
        var many = Samples()

        var ratio: Double { many.median / few.median }

        mutating func add(
            few: Int,
            many: Int,
            _ kind: Crowd.Kind,
            _ maker: Crowd.Maker
        ) throws {
            self.many.add(try Crowd.time(of: many, kind, maker))
            for _ in 0..<3 { self.few.add(try Crowd.time(of: few, kind, maker)) }
        }
    }
}

/// A waiter did not wait, or did not get the instance.
struct WaitingLost: Error, CustomStringConvertible {
    let description: String
}
