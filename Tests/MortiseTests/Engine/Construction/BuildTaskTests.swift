// SPDX-License-Identifier: MIT

import Testing

@testable import Mortise

private struct Crash: Hashable, Sendable {}

/// Some sessions that request one cached instance; they may give up while they wait, or come late.
///
/// The construction runs in its own session, like asynchronous ones.
private struct FlightModel: Hashable {
    enum Waiter: Hashable {
        case idle
        case waiting(isLate: Bool)
        case gaveUp
        case served
        case failed
    }

    enum Input: Hashable {
        case ask(Int)
        case giveUp(Int)
        case land(succeeds: Bool)
    }

    typealias Ledger = ConstructionLedger<Crash>

    private static let cell: UInt = 1000

    var ledger = Ledger()
    var waiters: [Waiter]
    /// Their sessions.
    private var sessions: [Ledger.SessionID] = []
    var isCommitted = false
    /// The current construction, and its session.
    var flight: Int?
    private var flightSession = 0
    var isCancelled = false
    var starts = 0
    var failures = 0

    init(_ count: Int) {
        waiters = Array(repeating: .idle, count: count)
        for _ in 0..<count { sessions.append(ledger.open(.suspending)) }
    }

    var inputs: [Input] {
        var inputs: [Input] = []
        for index in waiters.indices {
            switch waiters[index] {
            case .idle: inputs.append(.ask(index))
            case .waiting: inputs.append(.giveUp(index))
            case .gaveUp, .served, .failed: break
            }
        }
        if flight != nil {
            inputs.append(.land(succeeds: true))
            if failures < 2 { inputs.append(.land(succeeds: false)) }
        }
        return inputs
    }

    mutating func advance(_ input: Input) {
        switch input {
        case .ask(let index): ask(index)
        case .giveUp(let index): giveUp(index)
        case .land(let succeeds): land(succeeds)
        }
    }

    private mutating func ask(_ index: Int) {
        guard !isCommitted else { return waiters[index] = .served }
        if flight == nil {
            starts += 1
            isCancelled = false
            flightSession = ledger.open(.suspending)
            flight = ledger.begin(in: flightSession, cell: Self.cell, isAsync: true)
        }
        #expect(ledger.inFlight[Self.cell] == flight)
        let answer = ledger.join(flight ?? 0, by: sessions[index])
        #expect(answer == .wait)
        waiters[index] = .waiting(isLate: isCancelled)
    }

    private mutating func giveUp(_ index: Int) {
        let others = waiters.indices.contains { other in
            guard other != index, case .waiting = waiters[other] else { return false }
            return true
        }
        let abandoned = ledger.giveUp(sessions[index])
        #expect(abandoned == (others ? nil : flight), "it goes on for the others, and only then")
        if abandoned != nil { isCancelled = true }
        waiters[index] = .gaveUp
    }

    private mutating func land(_ succeeds: Bool) {
        guard let id = flight else { return }
        flight = nil
        if succeeds {
            ledger.instanceExists(id)
            let completion = ledger.complete(id)
            #expect(completion == .committed([id]))
            isCommitted = true
        } else {
            failures += 1
            let dropped = ledger.fail(id, with: Crash())
            #expect(dropped == [id])
        }
        ledger.end(flightSession)
        for woken in ledger.takeWoken() {
            guard let index = sessions.firstIndex(of: woken.session),
                case .waiting(let isLate) = waiters[index]
            else {
                Issue.record("somebody was woken who does not wait")
                continue
            }
            switch woken.verdict {
            case .committed: waiters[index] = .served
            case .failed: waiters[index] = isLate ? .idle : .failed
            default: Issue.record("unexpected: \(woken.verdict)")
            }
        }
        for waiter in waiters {
            if case .waiting = waiter { Issue.record("somebody still waits for what has landed") }
        }
    }
}

@Suite struct `A build task with several waiters` {
    @Test(arguments: 1...4)
    func `serves, fails and is abandoned correctly, in any order`(count: Int) {
        var seen: Set<FlightModel> = []
        var pending = [FlightModel(count)]
        var ends = 0
        while let state = pending.popLast() {
            guard seen.insert(state).inserted else { continue }
            let inputs = state.inputs
            if inputs.isEmpty {
                ends += 1
                #expect(state.ledger.constructions.isEmpty)
                #expect(state.starts <= 1 + state.failures)
                #expect(!state.ledger.sessions.values.contains { $0.wait != nil })
            }
            for input in inputs {
                var next = state
                next.advance(input)
                pending.append(next)
            }
        }
        #expect(ends > 0)
    }

    @Test func `is a cycle if it waits for itself through a session it started`() {
        var ledger = ConstructionLedger<Crash>()
        let (one, another) = (ledger.open(.suspending), ledger.open(.suspending))
        let first = ledger.begin(in: one, cell: 1, isAsync: true)
        let second = ledger.begin(in: another, cell: 2, isAsync: true)
        // Each factory resolves from a captured container, in its own session.
        let inner = ledger.open(.suspending, inside: one)
        let other = ledger.open(.suspending, inside: another)

        let wait = ledger.join(second, by: inner)
        let answer = ledger.join(first, by: other)

        #expect(wait == .wait)
        #expect(answer == .verdict(.cycle(first)))
    }

    @Test func `is no cycle while another session that its factory started runs`() {
        var ledger = ConstructionLedger<Crash>()
        let (one, another) = (ledger.open(.suspending), ledger.open(.suspending))
        let first = ledger.begin(in: one, cell: 1, isAsync: true)
        let second = ledger.begin(in: another, cell: 2, isAsync: true)
        let inner = ledger.open(.suspending, inside: one)
        let running = ledger.open(.suspending, inside: one)
        let wait = ledger.join(second, by: inner)

        let answer = ledger.join(first, by: another)
        let early = ledger.takeWoken()
        ledger.end(running)
        let woken = ledger.takeWoken()

        #expect(wait == .wait)
        #expect(answer == .wait)
        #expect(early.isEmpty)
        #expect(woken.map(\.session) == [inner])
    }
}
