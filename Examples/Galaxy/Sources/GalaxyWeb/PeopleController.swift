// SPDX-License-Identifier: MIT

package import GalaxyDomain
import Hummingbird

/// The people.
package struct PeopleController: Sendable {
    private let people: any PeopleStore

    package init(people: any PeopleStore) { self.people = people }

    func list(_ request: Request, context: AppContext) async throws -> [Person] {
        try await people.people(
            after: request.uri.queryParameters.get("after", as: Int.self) ?? 0,
            limit: min(request.uri.queryParameters.get("limit", as: Int.self) ?? 100, 1000)
        )
    }

    func show(_ request: Request, context: AppContext) async throws -> Person {
        try await people.person(context.parameters.require("id", as: Int.self))
    }
}

extension Person: ResponseEncodable {}
