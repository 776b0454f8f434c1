// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

extension ScopeName {
    fileprivate static let visit: ScopeName = "observed visit"
}

private final class Guest: Sendable {}

@Suite struct `The events of a scope` {
    private struct Jammed: Error {}

    private static func observe(
        _ container: Container
    ) -> (Journal<ResolutionEvent>, ObservationToken) {
        let events = Journal<ResolutionEvent>()
        return (events, container.observe { events.note($0) })
    }

    private static func lines(_ events: Journal<ResolutionEvent>) -> [String] {
        events.entries.compactMap { event in
            switch event.kind {
            case .scopeOpened: "opened"
            case .scopeClosed: "closed"
            case .disposed: "disposed"
            case .closeFailed: "failed to close"
            default: nil
            }
        }
    }

    @Test func `say its name, its place and its number, when it is opened and closed`() async throws
    {
        let app = Container()
        let (events, observation) = Self.observe(app)

        let scope = try app.openScope(.visit, file: "App/Visit.swift", line: 7)
        try await scope.close()
        observation.cancel()

        let (opened, closed) = (
            try #require(events.entries.first), try #require(events.entries.last)
        )
        #expect(Self.lines(events) == ["opened", "closed"])
        for event in [opened, closed] {
            #expect(event.key == Key(TypeName(of: Container.self), tag: .text("observed visit")))
            #expect(event.lifetime == .scoped("observed visit"))
            #expect(event.site == SourceSite(file: "App/Visit.swift", line: 7))
            #expect(event.number != nil)
            #expect(event.number == opened.number)
        }
    }

    @Test func `reach the observers of all containers that it was opened below, once each`()
        async throws
    {
        let (left, right) = (Container(), Container())
        let app = Container(sources: [left, right])
        let child = Container(parent: app)
        let observed = [left, right, app, child].map(Self.observe)

        try await child.withScope(.visit) { _ in }

        for (events, observation) in observed {
            #expect(Self.lines(events) == ["opened", "closed"])
            observation.cancel()
        }
    }

    @Test func `tell that what it kept has been disposed of before its end`() async throws {
        let app = Container {
            $0.register(.scoped(.visit)) { Guest() }.onClose { _ in await Task.yield() }
        }
        let (events, observation) = Self.observe(app)

        try await app.withScope(.visit) { _ = try $0.resolve(Guest.self) }
        observation.cancel()

        #expect(Self.lines(events) == ["opened", "disposed", "closed"])
    }

    @Test func `come in pairs, however a scope ends`() async throws {
        let app = Container {
            $0.register(.scoped(.visit)) { Guest() }.onClose { _ in throw Jammed() }
        }
        let early = try app.openScope(.visit)
        let (events, observation) = Self.observe(app)

        // Opened before anybody observed it.
        try await early.close()
        // Closed with its parent scope.
        let outer = try app.openScope(.visit)
        let inner = try outer.openScope("observed visit inside")
        try await outer.close()
        #expect(inner.isClosed)
        // Its body throws.
        await #expect(throws: Jammed.self) {
            try await app.withScope(.visit) { _ in throw Jammed() }
        }
        // Its disposer throws.
        await #expect(throws: CloseError.self) {
            try await app.withScope(.visit) { _ = try $0.resolve(Guest.self) }
        }
        // Dropped with nothing in it, and with something.
        _ = try app.openScope(.visit)
        _ = try app.openScope(.visit).resolve(Guest.self)
        _ = try app.leaseScope(.visit)
        // Refused.
        await #expect(throws: ResolutionError.self) {
            try await app.withScope(.visit, providing: { $0.provide(1) }) { _ in }
        }
        try await app.close()
        observation.cancel()

        let kinds = Self.lines(events)
        #expect(kinds.count { $0 == "opened" } == 7)
        #expect(kinds.count { $0 == "closed" } == 7)
        #expect(kinds.count { $0 == "failed to close" } == 2)
        let opened = events.entries.filter {
            if case .scopeOpened = $0.kind { true } else { false }
        }
        let closed = events.entries.filter {
            if case .scopeClosed = $0.kind { true } else { false }
        }
        #expect(Set(opened.map(\.number)) == Set(closed.map(\.number)))
        #expect(Set(opened.map(\.number)).count == 7)
    }

    @Test func `come in pairs if the scope is closed while its opening is told`() async throws {
        let (isTold, goesOn) = (Flag(), Flag())
        let app = Container()
        let kinds = Log()
        let observation = app.observe { event in
            switch event.kind {
            case .scopeOpened:
                isTold.set()
                goesOn.sleepUntilSet()
                kinds.append("opened")
            case .scopeClosed: kinds.append("closed")
            default: break
            }
        }
        async let scope = onThread { try app.openScope(.visit) }
        await eventually { isTold.isSet }
        try await app.close()
        goesOn.set()

        #expect(try await scope.get().isClosed)
        #expect(kinds.all == ["opened", "closed"])
        observation.cancel()
    }

    @Test func `are balanced when many tasks open and drop scopes`() async throws {
        let app = Container {
            $0.register(.scoped(.visit)) { Guest() }.onClose { _ in await Task.yield() }
        }
        let (opened, closed, disposed) = (Tally(), Tally(), Tally())
        let observation = app.observe { event in
            switch event.kind {
            case .scopeOpened: opened.next()
            case .scopeClosed: closed.next()
            case .disposed: disposed.next()
            default: break
            }
        }
        try await withThrowingTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<100 {
                        let scope = try app.openScope(.visit)
                        _ = try scope.resolve(Guest.self)
                        if (task + round).isMultiple(of: 2) { try await scope.close() }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await app.close()
        observation.cancel()

        #expect(opened.count == 800)
        #expect(closed.count == 800)
        #expect(disposed.count == 800)
    }
}

@Suite struct `A scope that is dropped` {
    @Test func `is awaited by the closing of the container that it was opened from`() async throws {
        for _ in 1...50 {
            let disposed = Tally()
            let app = Container {
                $0.register(.scoped(.visit)) { Guest() }
                    .onClose { _ in
                        for _ in 1...10 { await Task.yield() }
                        disposed.next()
                    }
            }
            _ = try app.openScope(.visit).resolve(Guest.self)
            try await app.close()
            #expect(disposed.count == 1)
        }
    }
}

@Suite struct `Closing in a cancelled task` {
    @Test(arguments: [false, true])
    func `is not seen by disposers`(isSingle: Bool) async throws {
        let seen = Journal<Bool>()
        let app = Container {
            $0.register(.singleton) { Guest() }.onClose { _ in seen.note(Task.isCancelled) }
        }
        _ = try app.resolve(Guest.self)
        let scope = isSingle ? nil : try app.openScope(.visit)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await app.close()
        }
        task.cancel()
        try await task.value

        #expect(seen.entries == [false])
        #expect(scope?.isClosed != false)
    }
}
