// SPDX-License-Identifier: MIT

import HTTPTypes
package import Hummingbird

/// What the objects of a request may know of it.
package struct RequestInfo: Sendable {
    package let line: String
    package let authorization: String?
    package let ifMatch: String?

    package init(line: String, authorization: String? = nil, ifMatch: String? = nil) {
        self.line = line
        self.authorization = authorization
        self.ifMatch = ifMatch
    }

    package init(_ request: Request) {
        line = "\(request.method) \(request.uri.path)"
        authorization = request.headers[.authorization]
        ifMatch = request.headers[.ifMatch]
    }
}
