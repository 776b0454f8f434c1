// SPDX-License-Identifier: MIT

import GalaxyDomain
import HTTPTypes
import Hummingbird

/// A starship as an answer, with its version as `ETag`.
struct Versioned: ResponseGenerator {
    let starship: Starship
    let status: HTTPResponse.Status

    init(_ starship: Starship, status: HTTPResponse.Status = .ok) {
        self.starship = starship
        self.status = status
    }

    static func tag(of starship: Starship) -> String { "\"\(starship.version)\"" }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = try context.responseEncoder.encode(
            starship,
            from: request,
            context: context
        )
        response.status = status
        response.headers[.eTag] = Self.tag(of: starship)
        if status == .created {
            response.headers[.location] = "/api/starships/\(starship.id)"
        }
        return response
    }
}
