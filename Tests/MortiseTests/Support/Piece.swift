// SPDX-License-Identifier: MIT

import Synchronization

/// Counts living instances and all that were ever made.
final class Census: Sendable {
    private let livingCount = Atomic<Int>(0)
    private let madeCount = Atomic<Int>(0)

    var living: Int { livingCount.load(ordering: .acquiring) }
    var made: Int { madeCount.load(ordering: .acquiring) }

    /// Whether nothing is left, as soon as other tests' threads have finished reading the instances to be
    /// released.
    var isEmptySoon: Bool { isDownSoon(to: 0) }

    /// Whether so many are left, as soon as no preempted reader keeps more.
    func isDownSoon(to count: Int) -> Bool {
        Nap.until { living <= count }
        return living == count
    }

    fileprivate func enter() -> Int {
        livingCount.add(1, ordering: .acquiringAndReleasing)
        return madeCount.add(1, ordering: .acquiringAndReleasing).newValue
    }

    fileprivate func leave() {
        livingCount.subtract(1, ordering: .acquiringAndReleasing)
    }
}

/// An instance that can be linked to others.
// @unchecked: written only by factories and steps, so before it is published.
class Piece: @unchecked Sendable {
    /// The number of the instance in its census, from 1.
    let number: Int
    private let census: Census
    private let alive = Atomic<Bool>(true)
    var next: Piece?
    /// Weak, to avoid a retain cycle of pieces.
    weak var back: Piece?

    init(_ census: Census, next: Piece? = nil) {
        self.census = census
        self.next = next
        number = census.enter()
    }

    deinit {
        alive.store(false, ordering: .releasing)
        census.leave()
    }

    var isAlive: Bool { alive.load(ordering: .acquiring) }
}

/// One type of pieces for each mark.
final class Part<Mark>: Piece, @unchecked Sendable {}

enum Red {}
enum Green {}
enum Blue {}

/// An event that happens once.
final class Flag: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() { flag.store(true, ordering: .releasing) }

    func clear() { flag.store(false, ordering: .releasing) }
}
