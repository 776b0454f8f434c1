// SPDX-License-Identifier: MIT

/// The people of one unit of work.
package protocol PeopleStore: Sendable {
    /// At most `limit` people with a greater identifier than `id`, in the order of identifiers.
    func people(after id: Int, limit: Int) async throws -> [Person]
    /// The person with an identifier.
    ///
    /// - Throws: ``GalaxyError/notFound(_:)``
    func person(_ id: Int) async throws -> Person
}
