// SPDX-License-Identifier: MIT

import Mortise

extension ScopeName {
    /// The scope of one request.
    static let request: ScopeName = "request"
}

/// What a client asks for.
struct Request: Sendable {
    let path: String
}

/// What a client gets.
struct Response: Sendable {
    var status = 200
    let body: String
}

/// What is known of a request wherever it is served.
struct RequestInfo: Sendable {
    let number: Int
    let path: String
}

/// Answers a request with what its scope provides.
typealias Handler = @Sendable (Request, Container) async throws -> Response
