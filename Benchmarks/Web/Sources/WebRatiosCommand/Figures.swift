// SPDX-License-Identifier: MIT

import CAllocationCounter
import Dispatch
import Foundation
import Measuring

struct ResultsLost: Error {}

/// What one way to answer requests costs.
struct Figures: Sendable {
    /// The nanoseconds of processor time for a request: the least of all rounds.
    private(set) var time = Double.infinity
    private(set) var allocations = Double.infinity
    /// The elapsed nanoseconds of one thread, and of two that do the same each.
    private(set) var oneThread = Double.infinity
    private(set) var twoThreads = Double.infinity

    private let site: Site
    private let path: String

    init(_ site: Site, _ path: String) {
        self.site = site
        self.path = path
    }

    /// How much more two threads do than one.
    var gain: Double { 2 * oneThread / twoThreads }

    mutating func round(times: Int) throws {
        let before = allocation_count()
        let start = Clocks.thread
        try run(times)
        time = min(time, Double(Clocks.thread - start) / Double(times))
        allocations = min(allocations, Double(allocation_count() - before) / Double(times))
    }

    mutating func contest(times: Int) throws {
        oneThread = min(oneThread, try elapsed(threads: 1, times))
        twoThreads = min(twoThreads, try elapsed(threads: 2, times))
    }

    private func elapsed(threads: Int, _ times: Int) throws -> Double {
        let group = DispatchGroup()
        let start = Clocks.monotonic
        for _ in 0..<threads {
            group.enter()
            Thread { [self] in
                do { try run(times) } catch { fatalError("\(error)") }
                group.leave()
            }
            .start()
        }
        group.wait()
        return Double(Clocks.monotonic - start)
    }

    private func run(_ times: Int) throws {
        let (site, path) = (site, path)
        let count = try OnThisThread.run { try await site.answer(path, times: times) }
        guard count == times * path.utf8.count else { throw ResultsLost() }
    }
}
