// SPDX-License-Identifier: MIT

public import GRDB
public import GalaxyDomain

/// Stores each batch in a transaction of its own.
public struct SQLBatches: BatchStore, Sendable {
    private let pool: DatabasePool

    public init(pool: DatabasePool) { self.pool = pool }

    /// If the task is cancelled meanwhile, nothing of the batch is stored.
    public func store(_ batch: Batch) async throws -> Int {
        try await pool.write { database in
            let before = database.totalChangesCount
            for person in batch.people { try person.insert(database, onConflict: .ignore) }
            for starship in batch.starships { try starship.insert(database, onConflict: .ignore) }
            return database.totalChangesCount - before
        }
    }
}
