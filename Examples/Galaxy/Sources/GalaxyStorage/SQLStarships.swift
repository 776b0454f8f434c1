// SPDX-License-Identifier: MIT

import GRDB
package import GalaxyDomain

/// The starships of the database.
package struct SQLStarships: StarshipStore, Sendable {
    private let work: UnitOfWork
    private let events: any Announcing

    package init(work: UnitOfWork, events: any Announcing) {
        self.work = work
        self.events = events
    }

    package func starships(after id: Int, limit: Int) async throws -> [Starship] {
        try await work.read {
            try Starship.filter(Column("id") > id).order(Column("id")).limit(limit).fetchAll($0)
        }
    }

    package func starship(_ id: Int) async throws -> Starship {
        guard let found = try await work.read({ try Starship.fetchOne($0, key: id) }) else {
            throw GalaxyError.notFound("There is no starship \(id).")
        }
        return found
    }

    package func insert(_ starship: Starship) {
        work.write(afterwards: announcing(starship, "created")) { database in
            try Self.withRules { try starship.insert(database) }
        }
    }

    package func update(_ starship: Starship) {
        work.write(afterwards: announcing(starship, "changed")) { database in
            try Self.check(starship.id, isStill: starship.version - 1, database)
            try Self.withRules { try starship.update(database) }
        }
    }

    package func delete(_ starship: Starship) {
        work.write(afterwards: announcing(starship, "deleted")) { database in
            try Self.check(starship.id, isStill: starship.version, database)
            try starship.delete(database)
        }
    }

    private func announcing(_ starship: Starship, _ what: String) -> @Sendable () -> Void {
        { [events] in events.announce(GalaxyEvent(.starship, id: starship.id, what)) }
    }

    /// In the transaction: the state that was read may be older.
    private static func check(_ id: Int, isStill version: Int, _ database: Database) throws {
        guard try Starship.fetchOne(database, key: id)?.version == version else {
            throw GalaxyError.conflict("Somebody else has changed starship \(id).")
        }
    }

    private static func withRules(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            switch error.extendedResultCode {
            case .SQLITE_CONSTRAINT_UNIQUE:
                throw GalaxyError.conflict("This pilot flies another starship.")
            case .SQLITE_CONSTRAINT_FOREIGNKEY:
                throw GalaxyError.conflict("There is no such pilot.")
            default: throw error
            }
        }
    }
}
