// SPDX-License-Identifier: MIT

import Synchronization

/// The state of a trial: a resolve for a task that runs as in synchronous code, without a session.
///
/// It stops where it would have to wait, or where it needs the slow path. Its frames are unwound like
/// those of an attempt. Then the attempts of a session follow.
enum Trial: UInt8 {
    case none
    case running
    case givenUp

    /// Whether it is worth trying a definition: its last resolve for a task awaited nothing, and few
    /// trials were given up.
    struct Record: ~Copyable {
        // The lowest bit: whether the next resolve is tried. The others: how many trials stopped.
        private let word = Atomic<UInt8>(0)
        private static var limit: UInt8 { 8 }

        var isTried: Bool { word.load(ordering: .relaxed) & 1 != 0 }

        func noteDoneAtOnce() {
            let known = word.load(ordering: .relaxed)
            if known < Self.limit { word.store(known | 1, ordering: .relaxed) }
        }

        func noteGivenUp() {
            let known = word.load(ordering: .relaxed)
            if known & 1 != 0 { word.store(known &+ 1, ordering: .relaxed) }
        }
    }
}

extension AsyncContainer {
    /// Tries to resolve without a session.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - unwound: Gets the observed builds that go on in the attempts that follow.
    /// - Returns: `nil` if that was given up.
    /// - Throws: What resolving throws.
    func resolvedAtOnce<T>(_ type: T.Type, unwound: inout [ObservedBuild]) throws -> T? {
        let thread = ThreadRecord.make()
        thread.pointee.trial = .running
        let result = Result { try container.resolve(T.self) }
        let trial = thread.pointee.trial
        thread.pointee.trial = .none
        // Taken in any case: a postponed step may not have come back to what it had begun.
        var builds: [ObservedBuild] = []
        swap(&builds, &thread.pointee.unwoundBuilds)
        if trial == .running { return try result.get() }
        thread.pointee.isUnwinding = false
        unwound = builds
        container.noteGivenUp(KeyWords(type: KeyWords.word(of: T.self)))
        return nil
    }
}

extension Container {
    /// Notes that a resolve for a task awaited nothing.
    func noteDoneAtOnce(_ key: KeyWords) {
        definition(for: key)?.sealed().trials.noteDoneAtOnce()
    }

    fileprivate func noteGivenUp(_ key: KeyWords) {
        definition(for: key)?.sealed().trials.noteGivenUp()
    }

    /// The definition that a request from outside finds for a key.
    fileprivate func definition(for key: KeyWords) -> Slot? {
        (try? inSession { $0.find(key)?.slot })?.definition
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    var isTrying: Bool { pointee.trial != .none }

    /// Gives up the running trial.
    ///
    /// - Returns: The signal to throw.
    func giveUp() -> any Error {
        pointee.trial = .givenUp
        pointee.isUnwinding = true
        return Unwinding()
    }

    /// Gives up the running trial at the request for a definition.
    ///
    /// - Throws: The signal, unless the definition must not throw.
    func giveUp(for slot: Slot) throws {
        let signal = giveUp()
        if slot.mayThrow { throw signal }
    }
}
