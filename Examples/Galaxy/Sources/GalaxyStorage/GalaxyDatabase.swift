// SPDX-License-Identifier: MIT

import Foundation
package import GRDB

/// Opens the database.
package enum GalaxyDatabase: Sendable {
    /// Opens the file `galaxy.sqlite` of a folder, which it makes if need be, and migrates it.
    ///
    /// - Throws: ``StorageError``. The pool is closed then.
    package static func open(
        folder: String,
        migrations: DatabaseMigrator = schema
    ) async throws -> DatabasePool {
        var configuration = Configuration()
        configuration.label = "galaxy"
        configuration.busyMode = .timeout(1)
        let path = URL(filePath: folder).appending(path: "galaxy.sqlite").path()
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            let pool = try DatabasePool(path: path, configuration: configuration)
            do {
                try await migrate(pool, migrations)
                return pool
            } catch {
                try? close(pool)
                throw error
            }
        } catch {
            throw StorageError(path: path, underlying: error)
        }
    }

    /// Moves all that was written to the database itself, and closes it.
    package static func close(_ pool: DatabasePool) throws {
        // Somebody who reads it meanwhile, such as another program, keeps it from that.
        _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try pool.close()
    }

    private static func migrate(_ pool: DatabasePool, _ migrations: DatabaseMigrator) async throws {
        guard try await pool.read(migrations.hasBeenSuperseded) == false else {
            throw NewerSchema()
        }
        try migrations.migrate(pool)
    }

    /// The tables of this version of the program.
    package static var schema: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("people and starships") { database in
            try database.create(table: "person") {
                $0.primaryKey("id", .integer)
                $0.column("name", .text).notNull()
                $0.column("birthYear", .text).notNull()
            }
            try database.create(table: "starship") {
                $0.primaryKey("id", .integer)
                $0.column("name", .text).notNull()
                $0.column("model", .text).notNull()
                $0.column("manufacturer", .text).notNull()
                // The rule that a pilot flies one ship at most.
                $0.column("pilot", .integer).unique().references("person")
                $0.column("version", .integer).notNull()
            }
        }
        return migrator
    }
}
