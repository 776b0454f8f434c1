// SPDX-License-Identifier: MIT

package import GRDB
package import GalaxyDomain

/// Stores each batch in a transaction of its own.
package struct SQLBatches: BatchStore, Sendable {
    private let pool: DatabasePool

    package init(pool: DatabasePool) { self.pool = pool }

    /// If the task is cancelled meanwhile, nothing of the batch is stored.
    package func store(_ batch: Batch) async throws -> Int {
        try await pool.write { database in
            let before = database.totalChangesCount
            for person in batch.people { try person.insert(database, onConflict: .ignore) }
            for starship in batch.starships { try starship.insert(database, onConflict: .ignore) }
            return database.totalChangesCount - before
        }
    }
}
