// SPDX-License-Identifier: MIT

import HTTPTypes
public import Hummingbird

/// What the objects of a request may know of it.
public struct RequestInfo: Sendable {
    public let line: String
    public let authorization: String?
    public let ifMatch: String?

    public init(_ request: Request) {
        line = "\(request.method) \(request.uri.path)"
        authorization = request.headers[.authorization]
        ifMatch = request.headers[.ifMatch]
    }
}
