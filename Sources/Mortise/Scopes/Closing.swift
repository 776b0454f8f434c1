// SPDX-License-Identifier: MIT

/// The state of closing a container, and the instances to dispose of.
///
/// A value whose every input returns what the caller must do next, so that tests can explore all
/// interleavings. A container's is guarded by its `instances` lock.
struct Closing {
    enum Phase: Hashable, Sendable {
        case open
        /// Refuses new constructions, and waits for those under way.
        case closing
        case closed
    }

    typealias Waiter = CheckedContinuation<Void, Never>

    private(set) var phase = Phase.open
    /// How many constructions of caching definitions are under way.
    private(set) var underConstruction = 0
    /// The committed instances to dispose of, in order of commit.
    private(set) var closers: [Closer] = []
    /// How many of the closers are left.
    private var leftCount = 0
    /// Whether one of them has an asynchronous disposer.
    private var isAsync = false
    /// How many disposers of the last closer were taken.
    private var ways = 0
    /// The waiters for constructions under way.
    private var waitingForConstructions: [Waiter] = []
    /// The waiters for the end.
    private var waitingForEnd: [Waiter] = []
    /// The disposers that have thrown so far, in the order they ran, of closed children, too.
    private(set) var failures: [CloseError.Failure] = []
    /// The error of closing, for later calls of `close()`.
    private(set) var report: CloseError?
    /// This scope, if its opening was observed, until its end.
    private(set) var observedScope: ObservedScope?

    /// Whether constructions may begin.
    var isOpen: Bool { phase == .open }

    /// Notes that the opening of this scope was observed.
    ///
    /// - Returns: `false` if closing has ended, and nobody was told.
    mutating func opens(_ scope: ObservedScope) -> Bool {
        guard phase != .closed else { return false }
        observedScope = scope
        return true
    }

    /// Begins closing.
    ///
    /// - Returns: `false` if closing has already begun.
    mutating func begin() -> Bool {
        guard phase == .open else { return false }
        phase = .closing
        return true
    }

    /// Begins a construction.
    ///
    /// - Returns: `false` if closing has begun.
    mutating func constructionBegins() -> Bool {
        guard phase == .open else { return false }
        underConstruction += 1
        return true
    }

    /// Begins to dispose of an instance that was not committed, which closing awaits like a
    /// construction.
    mutating func disposalBegins() { underConstruction += 1 }

    /// Adds a committed instance that must be disposed of.
    mutating func add(_ closer: consuming Closer) {
        isAsync = isAsync || closer.disposals.isAsync
        if closers.isEmpty { closers.reserveCapacity(4) }
        // Before those that are done, which stay until closing ends.
        closers.insert(closer, at: leftCount)
        leftCount += 1
    }

    /// Ends a construction, successful or not.
    ///
    /// - Parameter resumed: Gets the waiters to resume.
    mutating func constructionEnds(resuming resumed: inout [Waiter]) {
        underConstruction -= 1
        guard underConstruction == 0, !waitingForConstructions.isEmpty else { return }
        resumed += waitingForConstructions
        waitingForConstructions = []
    }

    /// Whether closing has to wait for something.
    var hasToWait: Bool { underConstruction > 0 || isAsync }

    /// Waits for the constructions under way.
    ///
    /// - Returns: `false` if there are none.
    mutating func waitForConstructions(_ waiter: Waiter) -> Bool {
        guard underConstruction > 0 else { return false }
        waitingForConstructions.append(waiter)
        return true
    }

    /// The closer in progress, then those that follow.
    var left: [Closer] { closers.prefix(leftCount).reversed() }

    /// Takes the next disposer: the last closer that is left, and the index of its disposer.
    ///
    /// The disposer that was returned before has finished.
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

    /// Notes disposers that have thrown.
    mutating func note(_ failures: [CloseError.Failure]) { self.failures += failures }

    /// Ends closing, after everything was disposed of.
    ///
    /// - Parameter container: The name of the container.
    /// - Returns: The error to throw, if any, the waiters to resume, the closers to release
    ///   outside the lock, and the scope whose end is to be reported, if its opening was observed.
    mutating func end(
        in container: String
    ) -> (report: CloseError?, waiters: [Waiter], disposed: [Closer], scope: ObservedScope?) {
        phase = .closed
        if !failures.isEmpty { report = CloseError(container, failures) }
        defer { (waitingForEnd, closers, leftCount, observedScope) = ([], [], 0, nil) }
        return (report, waitingForEnd, closers, observedScope)
    }

    /// Waits for the end.
    ///
    /// - Returns: `false` if closing has ended.
    mutating func waitForEnd(_ waiter: Waiter) -> Bool {
        guard phase != .closed else { return false }
        waitingForEnd.append(waiter)
        return true
    }
}
