// SPDX-License-Identifier: MIT

package import GRDB
import Synchronization

/// Reads see one state of the database; writes are collected, and committed together.
///
/// The snapshot is taken by the first read. So a unit of work that nobody reads from costs nothing.
package final class UnitOfWork: Sendable {
    package typealias Write = @Sendable (Database) throws -> Void

    private struct State {
        var snapshot: DatabaseSnapshot?
        var writes: [Write] = []
        var afterwards: [@Sendable () -> Void] = []
        var isClosed = false
    }

    private let pool: DatabasePool
    private let state = Mutex(State())

    package init(pool: DatabasePool) { self.pool = pool }

    /// Reads from the state of the database that the first read has seen.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await snapshot().read(body)
    }

    /// Collects a write.
    ///
    /// - Parameters:
    ///   - afterwards: Runs after the commit.
    ///   - body: Runs in the transaction, in the order of calls.
    package func write(
        afterwards: @escaping @Sendable () -> Void = {},
        _ body: @escaping Write
    ) {
        state.withLock {
            $0.writes.append(body)
            $0.afterwards.append(afterwards)
        }
    }

    /// Stores all that was collected, in one transaction.
    ///
    /// - Throws: What a write throws. Nothing is stored then.
    package func commit() async throws {
        let (writes, afterwards) = state.withLock { state in
            defer { (state.writes, state.afterwards) = ([], []) }
            return (state.writes, state.afterwards)
        }
        guard !writes.isEmpty else { return }
        try await pool.write { database in
            for write in writes { try write(database) }
        }
        for step in afterwards { step() }
    }

    /// Closes the snapshot.
    ///
    /// What was not committed is dropped.
    package func close() throws {
        let snapshot = state.withLock { state in
            defer {
                state = State()
                state.isClosed = true
            }
            return state.snapshot
        }
        try snapshot?.close()
    }

    private func snapshot() throws -> DatabaseSnapshot {
        try state.withLock { state in
            guard !state.isClosed else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
            if let snapshot = state.snapshot { return snapshot }
            let snapshot = try pool.makeSnapshot()
            state.snapshot = snapshot
            return snapshot
        }
    }
}
