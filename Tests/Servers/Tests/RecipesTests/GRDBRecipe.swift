// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import Mortise
import Synchronization
import Testing

// The code of the article "GRDB".

extension ScopeName {
    static let request: ScopeName = "request"
}

struct StorageModule: Module {
    let path: String

    func register(in container: Container) {
        let path = path
        container.register(.singleton) { () async throws in
            let pool = try DatabasePool(path: path)
            try Self.migrator.migrate(pool)
            return pool
        }
        .onClose { try $0.close() }
        container.register(.scoped(.request)) { try UnitOfWork(pool: $0) }
            .onClose { try $0.close() }
        container.register(.scoped(.request)) { Starships(work: $0) }
    }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("starships") { database in
            try database.create(table: "starship") { $0.primaryKey("name", .text) }
        }
        return migrator
    }
}

/// Reads see one state of the database; writes are collected, and committed together.
final class UnitOfWork: Sendable {
    typealias Write = @Sendable (Database) throws -> Void

    private let pool: DatabasePool
    private let snapshot: DatabaseSnapshot
    private let writes = Mutex<[Write]>([])

    init(pool: DatabasePool) throws {
        self.pool = pool
        snapshot = try pool.makeSnapshot()
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await snapshot.read(body)
    }

    func write(_ body: @escaping Write) { writes.withLock { $0.append(body) } }

    func commit() async throws {
        let all = writes.withLock { writes in
            defer { writes = [] }
            return writes
        }
        guard !all.isEmpty else { return }
        try await pool.write { database in
            for write in all { try write(database) }
        }
    }

    func close() throws { try snapshot.close() }
}

struct Starships: Sendable {
    let work: UnitOfWork

    func names() async throws -> [String] {
        try await work.read {
            try String.fetchAll($0, sql: "SELECT name FROM starship ORDER BY name")
        }
    }

    func add(_ name: String) {
        work.write {
            try $0.execute(sql: "INSERT INTO starship (name) VALUES (?)", arguments: [name])
        }
    }
}

extension Container {
    /// Commits what the body wrote, unless it throws.
    func inUnitOfWork<Value: Sendable>(
        _ body: (Container) async throws -> Value
    ) async throws -> Value {
        try await withScope(.request) { scope in
            let work = try await scope.async.resolve(UnitOfWork.self)
            let value = try await body(scope)
            try await work.commit()
            return value
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct `GRDB` {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("mortise-\(UUID())")
    private let app: Container

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        app = Container(modules: StorageModule(path: folder.appendingPathComponent("a.db").path))
    }

    private func end() async throws {
        try await app.close()
        try FileManager.default.removeItem(at: folder)
    }

    private func names() async throws -> [String] {
        try await app.inUnitOfWork { try await $0.resolve(Starships.self).names() }
    }

    @Test func `what is written in one scope is committed once, and seen in the next`()
        async throws
    {
        try await app.inUnitOfWork { scope in
            let starships: Starships = try scope.resolve()
            starships.add("X-wing")
            starships.add("A-wing")
            #expect(try await starships.names() == [])
        }

        #expect(try await names() == ["A-wing", "X-wing"])
        try await end()
    }

    @Test func `reads see one state, whatever others commit`() async throws {
        let app = app
        try await app.inUnitOfWork { scope in
            let starships: Starships = try scope.resolve()
            #expect(try await starships.names() == [])
            try await app.inUnitOfWork { try $0.resolve(Starships.self).add("X-wing") }
            #expect(try await starships.names() == [])
        }

        #expect(try await names() == ["X-wing"])
        try await end()
    }

    @Test func `a body that throws writes nothing`() async throws {
        await #expect(throws: CancellationError.self) {
            try await app.inUnitOfWork { scope in
                try scope.resolve(Starships.self).add("X-wing")
                throw CancellationError()
            }
        }

        #expect(try await names() == [])
        try await end()
    }

    @Test func `all writes are committed or none`() async throws {
        await #expect(throws: DatabaseError.self) {
            try await app.inUnitOfWork { scope in
                let starships: Starships = try scope.resolve()
                starships.add("X-wing")
                starships.add("X-wing")
            }
        }

        #expect(try await names() == [])
        try await end()
    }

    @Test func `many first requests make one pool`() async throws {
        let app = app
        let pools = try await withThrowingTaskGroup { tasks in
            for _ in 0..<20 {
                tasks.addTask { try await app.async.resolve(DatabasePool.self) }
            }
            return try await tasks.reduce(into: Set<ObjectIdentifier>()) {
                $0.insert(ObjectIdentifier($1))
            }
        }

        #expect(pools.count == 1)
        try await end()
    }

    @Test func `closing the container closes the pool`() async throws {
        let pool = try await app.async.resolve(DatabasePool.self)

        try await end()

        await #expect(throws: DatabaseError.self) {
            try await pool.read { try Int.fetchOne($0, sql: "SELECT 1") }
        }
    }
}
