// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private struct Leak: Error {}

/// Something that is opened, and closed again.
private final class Connection: Closable, Sendable {
    let name: String
    private let journal: Journal<String>

    init(_ name: String, _ journal: Journal<String>) {
        self.name = name
        self.journal = journal
        journal.note("open \(name)")
    }

    func close() throws {
        journal.note("close \(name)")
        if name.hasPrefix("bad") { throw Leak() }
    }
}

private actor Pool: AsyncClosable {
    private let journal: Journal<String>
    init(_ journal: Journal<String>) { self.journal = journal }
    func close() async throws {
        await Task.yield()
        journal.note("close pool")
    }
}

private struct Top: Sendable {
    let middle: Middle
}

private struct Middle: Sendable {
    let bottom: Connection
}

/// Keeps a container for a while.
private final class Shelf: Sendable {
    private let content = Locked<Container?>(nil)

    func put(_ container: Container) { content.withLock { $0 = container } }

    func take() -> Container? {
        content.withLock { content in
            defer { content = nil }
            return content
        }
    }
}

@Suite struct `Closing` {
    private let journal = Journal<String>()

    private func makeApp() -> Container {
        let journal = journal
        return Container(name: "app") {
            $0.register(.singleton) { Connection("database", journal) }
            $0.register(.scoped(.request)) { Pool(journal) }
            $0.register(.scoped(.request)) { try Middle(bottom: $0.resolve()) }
                .onClose { _ in journal.note("close middle") }
            $0.register(.scoped(.request)) { try Top(middle: $0.resolve()) }
                .onClose { _ in
                    await Task.yield(); journal.note("close top")
                }
            $0.register(.scoped(.request), tag: "bad") { Connection("bad", journal) }
            $0.register(.scoped(.request), tag: "worse") { Connection("bad too", journal) }
        }
    }

    @Test func `a scope disposes of exactly its own instances, in reverse order of commit`()
        async throws
    {
        let scope = try makeApp().openScope(.request)
        _ = try scope.resolve(Pool.self)
        _ = try scope.resolve(Top.self)

        try await scope.close()

        #expect(
            journal.entries == ["open database", "close top", "close middle", "close pool"]
        )
    }

    @Test func `disposes once for any number of calls from anywhere`() async throws {
        let scope = try makeApp().openScope(.request)
        _ = try scope.resolve(Top.self)

        await withTaskGroup { group in
            for _ in 1...8 { group.addTask { try? await scope.close() } }
        }
        try await scope.close()

        #expect(journal.entries == ["open database", "close top", "close middle"])
    }

    @Test func `reports every disposer that threw, and runs the others`() async throws {
        let scope = try makeApp().openScope(.request)
        _ = try scope.resolve(Connection.self, tag: "bad")
        _ = try scope.resolve(Top.self)
        _ = try scope.resolve(Connection.self, tag: "worse")

        for _ in 1...2 {
            do {
                try await scope.close()
                Issue.record("it should have thrown")
            } catch {
                #expect(error.failures.map(\.key.tag) == ["worse", "bad"])
                #expect(error.failures.allSatisfy { $0.error is Leak })
                #expect(error.unfinished.isEmpty)
            }
        }
        #expect(
            journal.entries.filter { $0.hasPrefix("close") }
                == ["close bad too", "close top", "close middle", "close bad"]
        )
    }

    @Test func `makes resolving fail with its code from then on`() async throws {
        let app = makeApp()
        let scope = try app.openScope(.request)
        let child = Container(name: "child", parent: scope)
        _ = try scope.resolve(Middle.self)
        let provider = scope.provider(of: Middle.self)

        try await scope.close()

        #expect(scope.isClosed)
        for closed in [scope, child] {
            #expect {
                try closed.resolve(Middle.self)
            } throws: {
                ($0 as? ResolutionError)?.code == .scopeClosed
            }
        }
        #expect(throws: ResolutionError.self) { try scope.resolve(Connection.self) }
        #expect(throws: ResolutionError.self) { try provider() }
        scope.register { 1 }
        #expect(throws: ResolutionError.self) { try scope.resolve(Int.self) }
        #expect(throws: Never.self) { try app.resolve(Connection.self) }
    }

    @Test func `lets registering have no effect, also after a bootstrap`() async throws {
        let app = makeApp()
        let scope = try app.openScope(.request)
        try scope.bootstrap()
        try await scope.close()

        scope.register { 1 }

        #expect(throws: ResolutionError.self) { try scope.resolve(Int.self) }
    }

    @Test func `a container closes its open descendants first`() async throws {
        let app = makeApp()
        let first = try app.openScope(.request)
        let second = try first.openScope(.session)
        let overlay = app.overriding()
        _ = try first.resolve(Top.self)
        _ = try overlay.resolve(Connection.self)
        _ = second

        try await app.close()

        #expect(
            journal.entries == [
                "open database", "open database", "close database", "close top", "close middle",
                "close database",
            ]
        )
        #expect(first.isClosed && second.isClosed && overlay.isClosed)
        #expect(try app.openScope(.request).isClosed)
        #expect(throws: ResolutionError.self) { try app.openScope(.request).resolve(Top.self) }
    }

    @Test func `releases the instances`() async throws {
        let app = Container { $0.register(.singleton) { Connection("database", self.journal) } }
        let connection = Weak(try app.resolve(Connection.self))
        #expect(connection.object != nil)

        try await app.close()

        #expect(connection.object == nil)
    }

    @Test func `disposes of replaced instances, too`() async throws {
        let journal = journal
        let app = makeApp()
        _ = try app.resolve(Connection.self)
        app.register(.singleton) { Connection("spare", journal) }.replacing()
        _ = try app.resolve(Connection.self)

        try await app.close()

        #expect(
            journal.entries
                == ["open database", "open spare", "close spare", "close database"]
        )
    }

    @Test func `is not interrupted by cancellation`() async throws {
        let scope = try makeApp().openScope(.request)
        _ = try scope.resolve(Top.self)
        let journal = journal

        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await scope.close()
            journal.note(Task.isCancelled ? "cancelled" : "not cancelled")
        }
        try await task.value

        #expect(journal.entries.suffix(3) == ["close top", "close middle", "cancelled"])
    }

    @Test func `reports disposers that did not finish in time, and goes on`() async throws {
        let journal = journal
        let gate = Gate()
        let app = Container {
            $0.register(.singleton) { Connection("last", journal) }
            $0.register(.singleton) { Pool(journal) }.onClose { _ in await gate.wait() }
        }
        _ = try app.resolve(Connection.self)
        _ = try app.resolve(Pool.self)

        do {
            try await app.close(deadline: .milliseconds(20))
            Issue.record("it should have thrown")
        } catch {
            #expect(error.failures.isEmpty)
            #expect(error.unfinished.count == 2)
        }
        #expect(journal.entries == ["open last"])
        gate.open()
        try await app.close()
        #expect(journal.entries == ["open last", "close last"])
    }

    @Test func `reports what has thrown before, here and in scopes, if the time is over`()
        async throws
    {
        let journal = journal
        let hangs = Flag()
        let gate = Gate()
        let app = Container {
            $0.register(.singleton, tag: "of the app") { Pool(journal) }
            $0.register(.scoped(.request)) { Pool(journal) }
                .onClose { _ in
                    hangs.set()
                    await gate.wait()
                }
            $0.register(.scoped(.request)) { Connection("bad", journal) }
        }
        _ = try app.resolve(Pool.self, tag: "of the app")
        let scopes = try [app.openScope(.request), app.openScope(.request)]
        for scope in scopes {
            _ = try scope.resolve(Pool.self)
            _ = try scope.resolve(Connection.self)
        }
        let closing = Task { try await app.close() }
        await eventually { hangs.isSet }

        let late = await #expect(throws: CloseError.self) {
            try await app.close(deadline: .milliseconds(1))
        }
        gate.open()
        let failed = await #expect(throws: CloseError.self) { try await closing.value }

        #expect(late?.failures.map { "\($0.key)" } == ["Connection"])
        let left = late?.unfinished.map { "\($0.key)" }
        #expect(left == ["Pool", "Connection", "Pool", "Pool \"of the app\""])
        #expect(failed?.failures.count == 2)
        #expect(failed?.unfinished.isEmpty == true)
    }

    @Test func `waits for constructions, and disposes of their instances`() async throws {
        let journal = journal
        let isBuilding = Flag()
        let mayGoOn = Flag()
        let app = Container {
            $0.register(.singleton) {
                isBuilding.set()
                mayGoOn.sleepUntilSet()
                return Connection("late", journal)
            }
        }
        let resolving = Task { await onThread { try app.resolve(Connection.self).name } }
        await eventually { isBuilding.isSet }
        let closing = Task { try await app.close() }
        await eventually { app.isClosed }
        #expect(journal.entries.isEmpty)

        mayGoOn.set()
        try await closing.value

        #expect(try await resolving.value.get() == "late")
        #expect(journal.entries == ["open late", "close late"])
    }

    @Test func `closes scopes that are opened while it waits or later`() async throws {
        let journal = journal
        let isBuilding = Flag()
        let mayGoOn = Flag()
        let opened = Shelf()
        let app = Container()
        app.register(.singleton) { [unowned app] in
            isBuilding.set()
            mayGoOn.sleepUntilSet()
            opened.put(try app.openScope(.request))
            return Connection("late", journal)
        }
        let resolving = Task { await onThread { _ = try app.resolve(Connection.self) } }
        await eventually { isBuilding.isSet }
        let closing = Task { try await app.close() }
        await eventually { app.isClosed }
        mayGoOn.set()
        try await closing.value
        try await resolving.value.get()

        #expect(opened.take()?.isClosed == true)
        #expect(app.overriding().isClosed)
    }

    @Test func `refuses a factory's later requests`() async throws {
        let journal = journal
        let isBuilding = Flag()
        let mayGoOn = Flag()
        let app = Container {
            $0.register(.singleton) { Connection("database", journal) }
            $0.register(.singleton) { resolver -> Middle in
                isBuilding.set()
                mayGoOn.sleepUntilSet()
                return try Middle(bottom: resolver.resolve())
            }
        }
        let resolving = Task { await onThread { try app.resolve(Middle.self) } }
        await eventually { isBuilding.isSet }
        let closing = Task { try await app.close() }
        await eventually { app.isClosed }
        mayGoOn.set()
        try await closing.value

        let result = await resolving.value
        #expect {
            try result.get()
        } throws: {
            ($0 as? ResolutionError)?.code == .scopeClosed
        }
        #expect(journal.entries.isEmpty)
    }

    @Test func `happens automatically with the last release`() async throws {
        let app = makeApp()
        do {
            let scope = try app.openScope(.request)
            _ = try scope.resolve(Top.self)
        }
        await eventually { journal.entries.count >= 3 }
        #expect(journal.entries == ["open database", "close top", "close middle"])
        _ = app
    }

    @Test func `requires kept instances for disposers`() async {
        await #expect(processExitsWith: .failure) {
            Container().register { 1 }.onClose { _ in }
        }
        await #expect(processExitsWith: .failure) {
            Container().register(.weakSingleton) { "" }.onClose { _ in }
        }
    }

    @Test func `is observed`() async throws {
        let journal = journal
        let app = makeApp()
        let scope = try app.openScope(.request)
        let observation = scope.observe { event in
            switch event.kind {
            case .disposed: journal.note("disposed \(event.key.tag?.description ?? "")")
            case .closeFailed: journal.note("failed \(event.key.tag?.description ?? "")")
            default: break
            }
        }
        _ = try scope.resolve(Connection.self, tag: "bad")

        try? await scope.close()
        observation.cancel()

        #expect(journal.entries.suffix(2).map { $0.prefix(6) } == ["failed", "dispos"])
    }
}

@Suite struct `With a scope` {
    private let journal = Journal<String>()

    private func makeApp() -> Container {
        let journal = journal
        return Container {
            $0.register(.scoped(.request)) { Connection("a", journal) }
            $0.register(.scoped(.request), tag: "bad") { Connection("bad", journal) }
        }
    }

    @Test func `the scope is closed when the body returns`() async throws {
        let name = try await makeApp().withScope(.request) { scope in
            let name = try scope.resolve(Connection.self).name
            journal.note("body")
            return name
        }

        #expect(name == "a")
        #expect(journal.entries == ["open a", "body", "close a"])
    }

    @Test func `the scope is closed when the body throws`() async throws {
        await #expect(throws: Leak.self) {
            try await makeApp().withScope(.request) { scope in
                _ = try scope.resolve(Connection.self)
                _ = try scope.resolve(Connection.self, tag: "bad")
                throw Leak()
            }
        }

        #expect(journal.entries == ["open a", "open bad", "close bad", "close a"])
    }

    @Test func `the scope is closed when the task is cancelled`() async throws {
        let app = makeApp()
        let task = Task {
            try await app.withScope(.request) { scope in
                _ = try scope.resolve(Connection.self)
                try await Task.sleep(for: .seconds(600))
            }
        }
        await eventually { !journal.entries.isEmpty }
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(journal.entries == ["open a", "close a"])
    }

    @Test func `a disposer's error is thrown after the body`() async throws {
        await #expect(throws: CloseError.self) {
            try await makeApp().withScope(.request) { scope in
                _ = try scope.resolve(Connection.self, tag: "bad")
            }
        }
    }

    @Test func `the end of a lease closes it`() async throws {
        do {
            let lease = try makeApp().leaseScope(.request)
            _ = try lease.scope.resolve(Connection.self)
            try await lease.close()
        }
        #expect(journal.entries == ["open a", "close a"])
        do {
            let lease = try makeApp().leaseScope(.request)
            _ = try lease.scope.resolve(Connection.self)
        }
        await eventually { journal.entries.count >= 4 }
        #expect(journal.entries == ["open a", "close a", "open a", "close a"])
    }

    @Test func `the end of a lease releases its scope, set up or not`() async throws {
        struct Refused: Error {}
        weak var app: Container?
        weak var scope: Container?
        do {
            let container = makeApp()
            app = container
            scope = try container.leaseScope(.request).scope
        }
        await eventually { scope == nil && app == nil }
        #expect(scope == nil && app == nil)

        do {
            let container = makeApp()
            app = container
            #expect(throws: Refused.self) {
                _ = try container.leaseScope(.request) {
                    scope = $0
                    _ = try $0.resolve(Connection.self)
                    throw Refused()
                }
            }
        }
        await eventually { scope == nil && app == nil }
        #expect(scope == nil && app == nil)
        #expect(journal.entries == ["open a", "close a"])
    }
}
