// SPDX-License-Identifier: MIT

import Measuring
import Mortise
import Scenarios

/// Checks that the measurements measure what they claim, without judging times.
struct SelfCheck {
    private var count = 0

    static func run(_ names: Set<String>) throws {
        var check = SelfCheck()
        try check.noticesWhatIsOptimisedAway()
        for type in Scenarios.all where names.contains(type.name) {
            try check.scenario(type)
        }
        for contest in ThreadContest.all where names.contains(contest.name) {
            let row = try contest.measure(rounds: 1, sampleNanoseconds: 100_000)
            try check.expect(row.figure > 0, "\(contest.name) has a figure")
        }
        if names.contains(RegisteringContest.timeName)
            || names.contains(RegisteringContest.bytesName)
        {
            var contest = RegisteringContest()
            contest.round()
            for row in contest.rows {
                try check.expect(row.figure > 0, "\(row.name) has a figure")
            }
        }
        if names.contains(ResetContest.name) {
            // Fails if a dropped instance is left.
            let row = try ResetContest.measure(resets: 40)
            try check.expect(row.figure > 0, "\(row.name) has a figure")
        }
        for contest in WaitingContest.all
        where !names.isDisjoint(with: [contest.name, contest.timeName]) {
            // Fails unless all wait, and all get the one instance.
            for row in try contest.measure(rounds: 1, few: 20) {
                try check.expect(row.figure > 0, "\(row.name) has a figure")
            }
        }
        for contest in KeysContest.all where !names.isDisjoint(with: contest.names) {
            for row in try contest.measure(rounds: 1, few: 100, graphs: 100)
            where row.name != contest.bytesName {
                try check.expect(row.figure > 0, "\(row.name) has a figure")
            }
        }
        print("\(check.count) checks, all right")
    }

    private mutating func scenario(_ type: any Scenario.Type) throws {
        let scenario = try type.init()
        try scenario.verify()
        for workload in [scenario.handWiredWorkload, scenario.mortiseWorkload] {
            _ = try workload.sample(workload.iterations(for: 100_000))
            try expect(true, "\(workload.name) gives the right results")
        }
    }

    /// Checks the check itself, with two workloads that it must notice.
    private mutating func noticesWhatIsOptimisedAway() throws {
        let idle = Workload("does nothing", leastNanoseconds: 5) { $0 }
        let wrong = Workload("is always wrong", leastNanoseconds: 0) { _ in 0 }
        for workload in [idle, wrong] {
            let isNoticed: Bool
            do {
                _ = try workload.sample(1_000_000)
                isNoticed = false
            } catch is ResultsLost {
                isNoticed = true
            }
            try expect(isNoticed, "it is noticed that a workload \(workload.name)")
        }
    }

    private mutating func expect(_ condition: Bool, _ claim: String) throws {
        guard condition else { throw Failure(description: "not so: \(claim)") }
        count += 1
        print("  \(claim)")
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
