// SPDX-License-Identifier: MIT

package import GalaxyDomain
import Hummingbird

/// The starships, with a version of each as `ETag`.
package struct StarshipsController: Sendable {
    private let starships: any StarshipStore
    private let ids: any IDs
    private let audit: AuditTrail
    private let request: RequestInfo

    package init(
        starships: any StarshipStore,
        ids: any IDs,
        audit: AuditTrail,
        request: RequestInfo
    ) {
        self.starships = starships
        self.ids = ids
        self.audit = audit
        self.request = request
    }

    func list(_ request: Request, context: AppContext) async throws -> [Starship] {
        try await starships.starships(
            after: request.uri.queryParameters.get("after", as: Int.self) ?? 0,
            limit: min(request.uri.queryParameters.get("limit", as: Int.self) ?? 100, 1000)
        )
    }

    func show(_ request: Request, context: AppContext) async throws -> Versioned {
        Versioned(try await starships.starship(context.parameters.require("id", as: Int.self)))
    }

    func create(_ request: Request, context: AppContext) async throws -> Versioned {
        let draft = try await request.decode(as: StarshipDraft.self, context: context)
        let starship = try draft.starship(id: ids.next(), version: 1)
        starships.insert(starship)
        audit.note("created starship \(starship.id)")
        return Versioned(starship, status: .created)
    }

    func update(_ request: Request, context: AppContext) async throws -> Versioned {
        let draft = try await request.decode(as: StarshipDraft.self, context: context)
        let stored = try await demanded(context)
        guard (draft.version ?? stored.version) == stored.version else {
            throw GalaxyError.conflict("Somebody else has changed starship \(stored.id).")
        }
        let starship = try draft.starship(id: stored.id, version: stored.version + 1)
        starships.update(starship)
        audit.note("changed starship \(starship.id)")
        return Versioned(starship)
    }

    func delete(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let stored = try await demanded(context)
        starships.delete(stored)
        audit.note("deleted starship \(stored.id)")
        return .noContent
    }

    /// The starship of the path, in the version that the client demands.
    private func demanded(_ context: AppContext) async throws -> Starship {
        let stored = try await starships.starship(context.parameters.require("id", as: Int.self))
        let current = Versioned.tag(of: stored)
        guard request.ifMatch.map({ $0 == current || $0 == "*" }) ?? true else {
            throw GalaxyError.outdated("Starship \(stored.id) has version \(current) now.")
        }
        return stored
    }
}

extension Starship: ResponseEncodable {}
