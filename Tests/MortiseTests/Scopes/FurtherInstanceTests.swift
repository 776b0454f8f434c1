// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private final class Ledger: Sendable {}
private final class Clerk: Sendable {
    let ledger: Ledger
    init(_ ledger: Ledger) { self.ledger = ledger }
}
private final class Office: Sendable {
    let clerk: Clerk
    let ledger: Ledger
    init(_ clerk: Clerk, _ ledger: Ledger) {
        self.clerk = clerk
        self.ledger = ledger
    }
}
private final class Till: @unchecked Sendable {
    var office: Office?
}
private final class Bell: ResolutionAware, Sendable {
    let rung = Flag()
    func didResolve() { rung.set() }
}

/// Calls a closure in `deinit`.
private final class Guest: Sendable {
    private let leave: @Sendable () -> Void
    init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }
    deinit { leave() }
}

private struct Strike: Error {}

/// An instance in the second scope, when its definition has been used before.
@Suite struct `A further instance of a scoped definition` {
    private static func secondScope(
        of app: Container,
        _ warmUp: (Container) throws -> Void
    ) async throws -> Container {
        try await app.withScope(.request) { try warmUp($0) }
        return try app.openScope(.request)
    }

    private let app = Container {
        $0.register(.scoped(.request)) { Ledger() }
        $0.register(.scoped(.request), factory: Clerk.init)
        $0.register(.scoped(.request), factory: Office.init)
    }

    @Test func `is made once, with its dependencies`() async throws {
        let scope = try await Self.secondScope(of: app) { _ = try $0.resolve(Office.self) }
        let office = try scope.resolve(Office.self)

        #expect(office.clerk.ledger === office.ledger)
        #expect(try scope.resolve(Office.self) === office)
        #expect(try scope.resolve(Clerk.self) === office.clerk)
        #expect(try scope.openScope(.session).resolve(Ledger.self) === office.ledger)
        #expect(try app.openScope(.request).resolve(Office.self) !== office)
    }

    @Test func `is made in the ancestor scope with its name`() throws {
        let app = Container {
            $0.register(.scoped(.session)) { Ledger() }
            $0.register(.scoped(.request), factory: Clerk.init)
        }
        _ = try app.openScope(.session).openScope(.request).resolve(Clerk.self)

        let session = try app.openScope(.session)
        let (first, second) = try (session.openScope(.request), session.openScope(.request))
        #expect(try first.resolve(Clerk.self) !== second.resolve(Clerk.self))
        #expect(try first.resolve(Clerk.self).ledger === second.resolve(Clerk.self).ledger)
        #expect(try session.resolve(Ledger.self) === first.resolve(Ledger.self))
    }

    @Test func `may request more than its scope's initial capacity`() async throws {
        let app = Container()
        for tag in 0..<40 { app.register(.scoped(.request), tag: tag) { Ledger() } }
        app.register(.scoped(.request)) { resolver in
            try (0..<40).map { try resolver.resolve(Ledger.self, tag: $0) }
        }
        let scope = try await Self.secondScope(of: app) { _ = try $0.resolve([Ledger].self) }

        let all = try scope.resolve([Ledger].self)
        #expect(Set(all.map(ObjectIdentifier.init)).count == 40)
        for tag in 0..<40 { #expect(try scope.resolve(Ledger.self, tag: tag) === all[tag]) }
    }

    @Test func `that fails leaves nothing behind, and is made by the next request`() async throws {
        let fails = Flag()
        let app = Container {
            $0.register(.scoped(.request)) { Ledger() }
            $0.register(.scoped(.request)) { resolver in
                let clerk = try Clerk(resolver.resolve())
                if fails.isSet { throw Strike() }
                return clerk
            }
        }
        let scope = try await Self.secondScope(of: app) { _ = try $0.resolve(Clerk.self) }

        fails.set()
        let error = #expect(throws: ResolutionError.self) { try scope.resolve(Clerk.self) }
        #expect(error?.underlying is Strike)
        let ledger = try scope.resolve(Ledger.self)
        fails.clear()
        #expect(try scope.resolve(Clerk.self).ledger === ledger)
    }

    @Test func `that needs itself is a cycle, like the first`() async throws {
        let isCyclic = Flag()
        let app = Container {
            $0.register(.scoped(.request)) { (resolver: inout Resolver) in
                if isCyclic.isSet { _ = try resolver.resolve(Clerk.self) }
                return Ledger()
            }
            $0.register(.scoped(.request), factory: Clerk.init)
        }
        let scope = try await Self.secondScope(of: app) { _ = try $0.resolve(Clerk.self) }

        isCyclic.set()
        let error = #expect(throws: ResolutionError.self) { try scope.resolve(Clerk.self) }
        #expect(error?.code == .cycle)
        isCyclic.clear()
        #expect(try scope.resolve(Clerk.self).ledger === scope.resolve(Ledger.self))
    }

    @Test func `is passed to its dependency's step when it exists`() async throws {
        let app = Container {
            $0.register(.scoped(.request)) { Ledger() }
            $0.register(.scoped(.request)) { Till() }
                .injecting { resolver, till in till.office = try resolver.resolve(Office.self) }
            $0.register(.scoped(.request)) { resolver in
                _ = try resolver.resolve(Till.self)
                return try Clerk(resolver.resolve())
            }
            $0.register(.scoped(.request), factory: Office.init)
        }
        let scope = try await Self.secondScope(of: app) { _ = try $0.resolve(Office.self) }

        let office = try scope.resolve(Office.self)
        #expect(try scope.resolve(Till.self).office === office)
    }

    @Test func `gets didResolve, and is disposed of`() async throws {
        let isAware = Flag()
        let closed = Flag()
        let app = Container {
            $0.register(.scoped(.request)) { () -> any Sendable in
                isAware.isSet ? Bell() : Ledger()
            }
            .onClose { _ in closed.set() }
        }
        let scope = try await Self.secondScope(of: app) { _ = try $0.resolve((any Sendable).self) }

        isAware.set()
        closed.clear()
        let bell = try #require(try scope.resolve((any Sendable).self) as? Bell)
        #expect(bell.rung.isSet)
        #expect(!closed.isSet)
        try await scope.close()
        #expect(closed.isSet)
    }

    @Test func `of a singleton belongs to its own overlay`() throws {
        let app = Container { $0.register(.singleton) { Ledger() } }
        let live = try app.resolve(Ledger.self)
        _ = try app.overriding().resolve(Ledger.self)

        let overlay = app.overriding()
        let own = try overlay.resolve(Ledger.self)
        #expect(own !== live)
        #expect(try overlay.resolve(Ledger.self) === own)
        #expect(try app.resolve(Ledger.self) === live)
    }

    @Test func `of an ancestor's definition follows that one's replacement`() throws {
        let app = Container { $0.register(.singleton) { Ledger() } }
        let child = Container(parent: app)
        child.register { try [$0.resolve(Ledger.self)] }
        let first = try child.resolve([Ledger].self)[0]
        #expect(try child.resolve([Ledger].self)[0] === first)

        let other = Ledger()
        app.register(.singleton) { other }.replacing()
        for _ in 0..<3 { #expect(try child.resolve([Ledger].self)[0] === other) }
    }

    @Test func `that was replaced may resolve when it is released with its container`() async throws
    {
        let other = Container { $0.register(.singleton) { Ledger() } }
        let left = Flag()
        let app = Container {
            $0.register(.singleton) {
                Guest { if (try? other.resolve(Ledger.self)) != nil { left.set() } }
            }
            .onClose { _ in }
        }
        _ = try app.resolve(Guest.self)
        app.register(.singleton) { Guest {} }.replacing()

        try await app.close()
        #expect(left.isSet)
    }

    @Test func `is observed in the scope that keeps it`() async throws {
        let app = Container { $0.register(.scoped(.session)) { Ledger() } }
        try await app.withScope(.session) { _ = try $0.resolve(Ledger.self) }
        let session = try app.openScope(.session)
        let log = Locked<[ResolutionEvent.Kind]>([])
        let observation = session.observe { event in
            if event.key != Key(TypeName(of: Container.self), tag: "request") {
                log.withLock { $0.append(event.kind) }
            }
        }

        _ = try session.openScope(.request).resolve(Ledger.self)
        #expect(log.withLock { $0.count } == 2)
        _ = observation
    }

    @Test func `is observed again although another path reached it first`() throws {
        let app = Container { $0.register(.singleton) { Ledger() } }
        let overlay = app.overriding()
        _ = try overlay.resolveAll(Ledger.self)
        let count = Locked(0)
        let observation = overlay.observe(reuse: true) { _ in count.withLock { $0 += 1 } }

        for expected in 1...3 {
            _ = try overlay.resolve(Ledger.self)
            #expect(count.withLock { $0 } == expected)
        }
        _ = observation
    }

    @Test func `is awaited by a closing container`() async throws {
        let app = Container()
        let (isMaking, mayEnd, closed) = (Flag(), Flag(), Flag())
        mayEnd.set()
        app.register(.scoped(.request)) { () -> Ledger in
            isMaking.set()
            mayEnd.sleepUntilSet()
            return Ledger()
        }
        .onClose { _ in closed.set() }
        let scope = try await Self.secondScope(of: app) { _ = try $0.resolve(Ledger.self) }
        isMaking.clear()
        mayEnd.clear()
        closed.clear()

        async let made = onThread { try scope.resolve(Ledger.self) }
        await eventually { isMaking.isSet }
        let closing = Task { try await scope.close() }
        await eventually { scope.isClosed }
        #expect(!closed.isSet)
        mayEnd.set()
        _ = try await made.get()
        try await closing.value
        #expect(closed.isSet)
    }

    // MARK: With other threads

    @Test func `is one for all concurrent threads`() async throws {
        let app = app
        _ = try app.openScope(.request).resolve(Office.self)
        try await race(rounds: Rounds.some, threads: 3) { _ in
            try app.openScope(.request)
        } run: { scope, thread, _ in
            switch thread {
            case 0: ObjectIdentifier(try scope.resolve(Office.self).ledger)
            case 1: ObjectIdentifier(try scope.resolve(Clerk.self).ledger)
            default: ObjectIdentifier(try scope.resolve(Ledger.self))
            }
        } check: { scope, outcomes in
            let ledger = ObjectIdentifier(try scope.resolve(Ledger.self))
            for outcome in outcomes { #expect(try outcome.get() == ledger) }
        }
    }

    @Test func `fails for its waiters only`() async throws {
        let fails = Flag()
        let app = Container {
            $0.register(.scoped(.request)) { () throws -> Ledger in
                if fails.isSet { throw Strike() }
                return Ledger()
            }
            $0.register(.scoped(.request), factory: Clerk.init)
        }
        _ = try app.openScope(.request).resolve(Clerk.self)
        fails.set()
        try await race(rounds: Rounds.some, threads: 3) { _ in
            try app.openScope(.request)
        } run: { scope, thread, _ in
            let _: AnyObject =
                try thread == 0 ? scope.resolve(Clerk.self) : scope.resolve(Ledger.self)
        } check: { _, outcomes in
            for outcome in outcomes {
                let error = #expect(throws: ResolutionError.self) { try outcome.get() }
                #expect(error?.underlying is Strike)
            }
        }
    }

    @Test func `in a cycle with another thread's is a cycle for one of the two`()
        async throws
    {
        let isCyclic = Flag()
        let app = Container {
            $0.register(.scoped(.request)) { (resolver: inout Resolver) in
                if isCyclic.isSet { _ = try resolver.resolve(Clerk.self) }
                return Ledger()
            }
            $0.register(.scoped(.request), factory: Clerk.init)
        }
        _ = try app.openScope(.request).resolve(Clerk.self)
        isCyclic.set()
        try await race(rounds: Rounds.some, threads: 2) { _ in
            try app.openScope(.request)
        } run: { scope, thread, _ in
            let _: AnyObject =
                try thread == 0 ? scope.resolve(Clerk.self) : scope.resolve(Ledger.self)
        } check: { _, outcomes in
            for outcome in outcomes {
                let error = #expect(throws: ResolutionError.self) { try outcome.get() }
                #expect(error?.code == .cycle)
            }
        }
    }

    @Test func `is one during concurrent replacements`() async throws {
        let app = app
        _ = try app.openScope(.request).resolve(Office.self)
        try await race(rounds: Rounds.some, threads: 3) { _ in
            try app.openScope(.request)
        } run: { scope, thread, _ in
            if thread == 0 {
                app.register(.scoped(.request)) { Ledger() }.replacing()
            }
            let office = try scope.resolve(Office.self)
            return ObjectIdentifier(office)
        } check: { scope, outcomes in
            let office = ObjectIdentifier(try scope.resolve(Office.self))
            for outcome in outcomes { #expect(try outcome.get() == office) }
        }
    }
}
