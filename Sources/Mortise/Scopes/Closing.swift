// SPDX-License-Identifier: MIT

/// How far the end of a container has come, and what is to be disposed of then.
///
/// A plain value: every input returns what the caller must do next, so that a test can walk through
/// all interleavings. A container keeps its own behind its lock for instances.
struct Closing {
    enum Phase: Hashable, Sendable {
        case open
        /// Refuses what is new, and waits for what is under construction.
        case closing
        case closed
    }

    typealias Waiter = CheckedContinuation<Void, Never>

    private(set) var phase = Phase.open
    /// The constructions of caching definitions that are under way.
    private(set) var underConstruction = 0
    /// What was committed and has to be disposed of, in order.
    private(set) var closers: [Closer] = []
    /// How many of those are left.
    private var leftCount = 0
    /// Whether disposing of one of them takes a while.
    private var isAsync = false
    /// How many ways to dispose of the last one were taken.
    private var ways = 0
    /// Who waits for the constructions under way.
    private var waitingForConstructions: [Waiter] = []
    /// Who waits for the end.
    private var waitingForEnd: [Waiter] = []
    /// What whoever closed it was told, for whoever closes it again.
    private(set) var report: CloseError?

    /// Whether anything may still be built.
    var isOpen: Bool { phase == .open }

    /// Begins to close it.
    ///
    /// - Returns: `false` if somebody else has begun.
    mutating func begin() -> Bool {
        guard phase == .open else { return false }
        phase = .closing
        return true
    }

    /// A construction begins.
    ///
    /// - Returns: `false` if it may not.
    mutating func constructionBegins() -> Bool {
        guard phase == .open else { return false }
        underConstruction += 1
        return true
    }

    /// An instance is committed and has to be disposed of.
    mutating func add(_ closer: consuming Closer) {
        isAsync = isAsync || closer.disposals.isAsync
        if closers.isEmpty { closers.reserveCapacity(4) }
        closers.insert(closer, at: leftCount)
        leftCount += 1
    }

    /// A construction is over, in whatever way.
    ///
    /// - Parameter resumed: Gets who waited for that.
    mutating func constructionEnds(resuming resumed: inout [Waiter]) {
        underConstruction -= 1
        guard underConstruction == 0, !waitingForConstructions.isEmpty else { return }
        resumed += waitingForConstructions
        waitingForConstructions = []
    }

    /// Whether something takes a while.
    var hasToWait: Bool { underConstruction > 0 || isAsync }

    /// Waits for the constructions under way.
    ///
    /// - Returns: `false` if there are none.
    mutating func waitForConstructions(_ waiter: Waiter) -> Bool {
        guard underConstruction > 0 else { return false }
        waitingForConstructions.append(waiter)
        return true
    }

    /// What is being disposed of, then what is to follow.
    var left: [Closer] { closers.prefix(leftCount).reversed() }

    /// What is to be done next: the last closer that is left, and one of the ways to dispose of it.
    ///
    /// What was returned before is done.
    ///
    /// - Returns: `nil` at the end.
    mutating func next() -> (closer: Closer, way: Int)? {
        while leftCount > 0 {
            if ways < closers[leftCount - 1].disposals.count {
                ways += 1
                return (closers[leftCount - 1], ways - 1)
            }
            leftCount -= 1
            ways = 0
        }
        return nil
    }

    /// Everything was disposed of.
    ///
    /// - Returns: Who waited for that, and what is to be let go of outside the lock.
    mutating func end(_ report: CloseError?) -> (waiters: [Waiter], disposed: [Closer]) {
        phase = .closed
        self.report = report
        defer { (waitingForEnd, closers, leftCount) = ([], [], 0) }
        return (waitingForEnd, closers)
    }

    /// Waits for the end.
    ///
    /// - Returns: `false` if it has come.
    mutating func waitForEnd(_ waiter: Waiter) -> Bool {
        guard phase != .closed else { return false }
        waitingForEnd.append(waiter)
        return true
    }
}
