// SPDX-License-Identifier: MIT

import Synchronization

/// What an asynchronous resolve keeps between its attempts.
// @unchecked: belongs to the session's task, but for `number`.
final class AsyncState: @unchecked Sendable {
    /// What an attempt found missing, and what became of it.
    struct Answer {
        let slot: Slot
        let values: ArgumentValues?
        let place: AwaitedPlace
        let outcome: Outcome
    }

    enum Outcome {
        /// The holder of the instance.
        case instance(AnyObject)
        case failed(any Error)
    }

    /// The session whose factory started this one, if one did.
    private let parent: AsyncState?
    /// The number under which the ledger knows it, or 0.
    ///
    /// Guarded by the ledger's lock.
    private var number: Int
    /// The construction that it works for, or 0.
    let builder: Int
    /// The factory that is running, and those around it.
    var frame: AsyncFrame?
    var nodes: SharedNodePointer?
    /// The definitions and containers that `nodes` speak of, by address: nothing else may get those.
    private var kept: [ObjectIdentifier: AnyObject] = [:]
    private var answers: [Answer] = []
    /// The answers that the running attempt has not used yet.
    private var unused: [Answer] = []

    init(inside frame: AsyncFrame?) {
        self.frame = frame
        parent = frame?.state
        number = 0
        builder = 0
    }

    /// The session of a task that builds an instance for all who ask.
    init(building builder: Int, as number: Int) {
        self.builder = builder
        self.number = number
        parent = nil
    }

    deinit { dropNodes() }

    /// The number under which the ledger knows it.
    ///
    /// Under the ledger's lock.
    var ledgerSession: Int {
        if number == 0 { number = ConstructionSite.ledger.open(.suspending, inside: knownParent) }
        return number
    }

    /// The number of the nearest session around it that the ledger knows.
    private var knownParent: Int? {
        parent.flatMap { $0.number == 0 ? $0.knownParent : $0.number }
    }

    /// Tells the ledger that the session is over.
    ///
    /// - Returns: Its constructions that were dropped because one of another session failed.
    func leaveLedger() -> Set<Int> {
        ConstructionSite.locked {
            defer { number = 0 }
            return number == 0 ? [] : ConstructionSite.end(number)
        }
    }

    // MARK: Shared instances

    /// Takes the shared instances back from the thread of an attempt.
    func takeNodes(of thread: Thread) {
        nodes = thread.pointee.nodes
        thread.pointee.nodes = nil
        thread.forgetNodeIndex()
        var current = nodes
        while let node = current {
            keep(Unmanaged<Slot>.fromOpaque(node.pointee.slot).takeUnretainedValue())
            keep(Unmanaged<Container>.fromOpaque(node.pointee.view).takeUnretainedValue())
            current = node.pointee.next
        }
    }

    /// Keeps something whose address a node has.
    func keep(_ object: AnyObject) { kept[ObjectIdentifier(object)] = object }

    func dropNodes() {
        let first = nodes
        nodes = nil
        first?.destroyAll()
    }

    // MARK: Answers

    /// Keeps an answer for the next attempt.
    func answer(
        _ slot: Slot,
        _ values: ArgumentValues?,
        at place: AwaitedPlace,
        _ outcome: Outcome
    ) {
        answers.append(Answer(slot: slot, values: values, place: place, outcome: outcome))
    }

    /// The answer for a definition, for one request of the running attempt.
    func takeAnswer(
        _ slot: Slot,
        _ values: ArgumentValues?,
        _ view: Unmanaged<Container>
    ) -> Outcome? {
        // A cached instance is the same for everybody.
        let isCached = slot.scope.isCaching
        let index = unused.firstIndex {
            $0.slot === slot && $0.values == values
                && (isCached || $0.place.view === view.takeUnretainedValue())
        }
        guard let index else { return nil }
        return isCached ? unused[index].outcome : unused.remove(at: index).outcome
    }

    /// The definition of a member that was awaited.
    func awaitedMember(for key: KeyWords) -> Slot? {
        answers.first { $0.slot.key == key }?.slot
    }

    /// The definition that was awaited for a key that a container is asked for, and where it was found:
    /// there, or in a container that is linked.
    func awaited(for key: KeyWords, by asked: Container) -> (slot: Slot, view: Container)? {
        let answer = answers.first { $0.place.asked === asked && $0.slot.key == key }
        return answer.map { ($0.slot, $0.place.view) }
    }

    /// An attempt begins: it may use all answers.
    func beginAttempt() { unused = answers }

    /// Something else is attempted meanwhile, with no answers yet.
    func setAsideAnswers() -> [Answer] {
        defer { answers = [] }
        return answers
    }

    func restoreAnswers(_ answers: [Answer]) { self.answers = answers }
}

/// Where something that is awaited was asked for.
struct AwaitedPlace: Sendable {
    /// The container that was asked for its key; `nil` if it was not found by that.
    let asked: Container?
    /// The container that it was found through: that one, or one that is linked.
    let view: Container
}

/// What has to be awaited before an attempt can run again.
struct Suspension: Sendable {
    /// Awaits it, and leaves the answer where the next attempt finds it.
    ///
    /// Gets the session and the way to what is awaited.
    let perform: @Sendable (Session, [ResolutionError.Entry]) async throws -> Void
}
