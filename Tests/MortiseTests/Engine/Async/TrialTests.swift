// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

private final class Detail: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

private final class Composite: Sendable {
    let part: Detail?
    init(_ part: Detail?) { self.part = part }
}

/// How long an instance lives.
private enum Keeping: CaseIterable {
    case unique, shared, scoped

    func register(
        _ container: Container,
        _ factory: @escaping @Sendable (inout Resolver) throws -> Composite
    ) {
        switch self {
        case .unique: container.register(factory: factory)
        case .shared: container.register(.shared, factory: factory)
        case .scoped: container.register(.scoped("request"), factory: factory)
        }
    }
}

// A task that has awaited nothing for a type tries to do without a session the next time.
@Suite struct `What a task has resolved without awaiting` {
    /// Resolves as a request of a server does.
    private static func request(_ app: Container) async throws -> Composite {
        let scope = try app.openScope("request")
        defer { Task { try await scope.close() } }
        return try await scope.async.resolve(Composite.self)
    }

    @Test(arguments: Keeping.allCases)
    private func `waits once a part of it has to be awaited`(_ life: Keeping) async throws {
        let app = Container { $0.register { Detail("made") } }
        life.register(app) { Composite(try $0.resolve(Detail.self)) }
        for _ in 1...3 { #expect(try await Self.request(app).part?.name == "made") }
        app.register { (_: inout AsyncResolver) async in
            await Task.yield()
            return Detail("awaited")
        }
        for _ in 1...9 { #expect(try await Self.request(app).part?.name == "awaited") }
        app.register { Detail("made again") }
        for _ in 1...3 { #expect(try await Self.request(app).part?.name == "made again") }
    }

    @Test(arguments: Keeping.allCases)
    private func `is complete although its factory swallows errors`(_ life: Keeping) async throws {
        let app = Container { $0.register { Detail("made") } }
        life.register(app) { Composite(try? $0.resolve(Detail.self)) }
        for _ in 1...3 { #expect(try await Self.request(app).part?.name == "made") }
        app.register { (_: inout AsyncResolver) async in
            await Task.yield()
            return Detail("awaited")
        }
        for _ in 1...9 { #expect(try await Self.request(app).part?.name == "awaited") }
    }

    @Test(arguments: Keeping.allCases)
    private func `fails as it did before`(_ life: Keeping) async throws {
        struct Refusal: Error {}
        let isRefused = Locked(false)
        let app = Container()
        life.register(app) { _ in
            if isRefused.withLock({ $0 }) { throw Refusal() }
            return Composite(nil)
        }
        for _ in 1...3 { _ = try await Self.request(app) }
        isRefused.withLock { $0 = true }
        for _ in 1...3 {
            let error = await #expect(throws: ResolutionError.self) { try await Self.request(app) }
            #expect(error?.underlying is Refusal)
        }
        isRefused.withLock { $0 = false }
        _ = try await Self.request(app)
    }

    @Test(arguments: Keeping.allCases)
    private func `is reported to an observer that comes later`(_ life: Keeping) async throws {
        let app = Container()
        life.register(app) { _ in Composite(nil) }
        for _ in 1...3 { _ = try await Self.request(app) }
        let kinds = Locked<[String]>([])
        let token = app.observe { event in
            guard event.key.type == TypeName(of: Composite.self) else { return }
            switch event.kind {
            case .began: kinds.withLock { $0.append("began") }
            case .made: kinds.withLock { $0.append("made") }
            default: kinds.withLock { $0.append("\(event.kind)") }
            }
        }
        for _ in 1...3 { _ = try await Self.request(app) }
        withExtendedLifetime(token) {}
        #expect(kinds.withLock { $0 } == ["began", "made", "began", "made", "began", "made"])
    }

    @Test func `is made once for all tasks of a scope`() async throws {
        let made = Locked(0)
        let app = Container { $0.register { Detail("made") } }
        app.register(.scoped("request")) { resolver in
            made.withLock { $0 += 1 }
            return Composite(try resolver.resolve(Detail.self))
        }
        for _ in 1...3 { _ = try await Self.request(app) }
        for _ in 1...200 {
            made.withLock { $0 = 0 }
            let scope = try app.openScope("request")
            let all = try await withThrowingTaskGroup(of: Composite.self) { group in
                for _ in 1...8 { group.addTask { try await scope.async.resolve(Composite.self) } }
                var all: [Composite] = []
                for try await whole in group { all.append(whole) }
                return all
            }
            #expect(Set(all.map(ObjectIdentifier.init)).count == 1)
            #expect(made.withLock { $0 } == 1)
            try await scope.close()
        }
    }
}
