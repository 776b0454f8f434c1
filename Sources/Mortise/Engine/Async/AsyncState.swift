// SPDX-License-Identifier: MIT

/// What an asynchronous resolve keeps between its attempts.
// @unchecked: belongs to the session's task. The ledger's lock guards `number`.
final class AsyncState: @unchecked Sendable {
    /// Something that an attempt had to await, and its outcome.
    struct Answer {
        let slot: Slot
        let values: ArgumentValues?
        let place: AwaitedPlace
        let outcome: Outcome
        /// How to dispose of the instance if no attempt gets it.
        let closer: Closer?
    }

    enum Outcome {
        /// The holder of the instance.
        case instance(AnyObject)
        case failed(any Error)
    }

    /// The state of the session whose factory started this session, if any.
    private let parent: AsyncState?
    /// The number under which the ledger knows the session, or 0.
    ///
    /// Guarded by the ledger's lock.
    private var number: Int
    /// The construction that the session works for, or 0.
    let builder: Int
    /// The observed build for which the session began, if any.
    let asker: UInt64?
    /// The innermost running factory.
    var frame: AsyncFrame?
    var nodes: SharedNodePointer?
    /// The objects that `nodes` refer to by address: nothing else may get their addresses.
    private var kept = [ObjectIdentifier: AnyObject]()
    private var answers: [Answer] = []
    /// The answers that the running attempt has not used yet.
    private var unused: [Answer] = []
    /// How many outdated answers may still be given up, so that a resolve ends although something
    /// resets its container all the time.
    private var renewals = 100

    init(inside frame: AsyncFrame?) {
        self.frame = frame
        parent = frame?.state
        number = 0
        builder = 0
        asker = frame?.build
    }

    /// Makes the state of a task that builds an instance for all requests.
    init(building builder: Int, as number: Int, for asker: UInt64?) {
        self.builder = builder
        self.number = number
        self.asker = asker
        parent = nil
    }

    deinit { dropNodes() }

    /// The number under which the ledger knows the session.
    ///
    /// Under the ledger's lock.
    var ledgerSession: Int {
        if number == 0 { number = ConstructionSite.ledger.open(.suspending, inside: knownParent) }
        return number
    }

    /// The number of the nearest enclosing session that the ledger knows.
    private var knownParent: Int? {
        parent.flatMap { $0.number == 0 ? $0.knownParent : $0.number }
    }

    /// Tells the ledger that the session is over.
    ///
    /// - Returns: The session's constructions that were dropped because another session's failed.
    func leaveLedger() -> Set<Int> {
        ConstructionSite.locked {
            defer { number = 0 }
            return number == 0 ? [] : ConstructionSite.end(number)
        }
    }

    // MARK: Shared instances

    /// Takes the shared instances back from the thread that ran an attempt.
    func takeNodes(of thread: Thread) {
        keepNodes(of: thread)
        nodes = thread.pointee.nodes
        thread.pointee.nodes = nil
        thread.forgetNodeIndex()
    }

    /// Keeps what the shared instances of a running attempt refer to by address.
    func keepNodes(of thread: Thread) {
        var current = thread.pointee.nodes
        while let node = current {
            keep(Unmanaged<Slot>.fromOpaque(node.pointee.slot).takeUnretainedValue())
            keep(Unmanaged<Container>.fromOpaque(node.pointee.view).takeUnretainedValue())
            current = node.pointee.next
        }
    }

    /// Keeps an object alive because a node has its address.
    func keep(_ object: AnyObject) { kept[ObjectIdentifier(object)] = object }

    func dropNodes() { nodes.take()?.destroyAll() }

    // MARK: Answers

    /// Keeps an answer for the next attempt.
    func answer(
        _ slot: Slot,
        _ values: ArgumentValues?,
        at place: AwaitedPlace,
        _ outcome: Outcome,
        closer: Closer? = nil
    ) {
        answers.append(
            Answer(slot: slot, values: values, place: place, outcome: outcome, closer: closer)
        )
    }

    /// The answer for a definition; unless that is cached, for one request of the running attempt
    /// only.
    func takeAnswer(
        _ slot: Slot,
        _ values: ArgumentValues?,
        _ view: Unmanaged<Container>
    ) -> Outcome? {
        // A cached instance is the same for all containers.
        let isCached = slot.scope.isCaching
        let index = unused.firstIndex {
            $0.slot === slot && $0.values == values
                && (isCached || $0.place.view === view.takeUnretainedValue())
        }
        guard let index else { return nil }
        return isCached ? unused[index].outcome : unused.remove(at: index).outcome
    }

    /// Gives up the answer for a cached definition if its instance was reset since, so that it is
    /// awaited again.
    ///
    /// The reset has dropped the other instances of its cycle, too. What is made now must refer to
    /// the new ones. A definition that was replaced or removed stays what it was when the resolve
    /// began.
    func giveUpOutdated(_ slot: Slot, _ values: ArgumentValues?) {
        guard renewals > 0, !unused.isEmpty, slot.scope.isCaching, slot.scope != .weakSingleton
        else { return }
        func holder(_ answer: Answer) -> AnyObject? {
            guard case .instance(let holder) = answer.outcome, answer.slot === slot,
                answer.values == values
            else { return nil }
            return holder
        }
        guard let known = unused.lazy.compactMap(holder).first else { return }
        let cell = slot.cell(for: values)
        let isOutdated = slot.owner.instances.withLock { _ in
            slot.isPublished && cell.holder !== known
        }
        guard isOutdated else { return }
        renewals -= 1
        answers.removeAll { holder($0) != nil }
        unused.removeAll { holder($0) != nil }
    }

    /// The definition of an awaited member.
    func awaitedMember(for key: KeyWords) -> Slot? {
        answers.first { $0.slot.key == key }?.slot
    }

    /// The awaited definition for a key, and the container where it was found: the asked one or a
    /// linked one.
    func awaited(for key: KeyWords, by asked: Container) -> (slot: Slot, view: Container)? {
        let answer = answers.first { $0.place.asked === asked && $0.slot.key == key }
        return answer.map { ($0.slot, $0.place.view) }
    }

    /// Whether an instance of a definition was awaited, which each attempt gets.
    func isAwaited(_ slot: Slot) -> Bool { answers.contains { $0.slot === slot } }

    /// Begins an attempt, which may use all answers.
    func beginAttempt() { unused = answers }

    /// Sets the answers aside for a nested attempt, which begins with none.
    func setAsideAnswers() -> [Answer] {
        defer { answers = [] }
        return answers
    }

    /// Restores the answers that were set aside, and disposes of the instances that nobody gets.
    ///
    /// - Parameters:
    ///   - outer: The answers that were set aside.
    ///   - isUnwound: Whether no attempt ran after the last answer. Earlier attempts have given up
    ///     what they got.
    func restoreAnswers(_ outer: [Answer], isUnwound: Bool) {
        let abandoned = (isUnwound ? answers : unused).compactMap(\.closer)
        answers = outer
        unused = []
        for closer in abandoned.reversed() { closer.slot.abandon(closer) }
    }
}

/// Where an awaited instance was asked for.
struct AwaitedPlace: Sendable {
    /// The container that was asked for the key; `nil` if the instance was not found by its key.
    let asked: Container?
    /// The container through which it was found: the asked one or a linked one.
    let view: Container
}

/// What an attempt must await before it runs again.
struct Suspension: Sendable {
    /// Awaits it, and leaves the answer for the next attempt.
    ///
    /// Gets the session, and the path to what is awaited.
    let perform: @Sendable (Session, [ResolutionError.Entry]) async throws -> Void
}
