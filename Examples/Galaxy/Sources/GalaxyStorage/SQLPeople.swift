// SPDX-License-Identifier: MIT

import GRDB
package import GalaxyDomain

/// The people of the database.
package struct SQLPeople: PeopleStore, Sendable {
    private let work: UnitOfWork

    package init(work: UnitOfWork) { self.work = work }

    package func people(after id: Int, limit: Int) async throws -> [Person] {
        try await work.read {
            try Person.filter(Column("id") > id).order(Column("id")).limit(limit).fetchAll($0)
        }
    }

    package func person(_ id: Int) async throws -> Person {
        guard let found = try await work.read({ try Person.fetchOne($0, key: id) }) else {
            throw GalaxyError.notFound("There is no person \(id).")
        }
        return found
    }
}
