// SPDX-License-Identifier: MIT

package import Foundation

/// Fetches the data at an address: the edge of the program, which tests replace.
package protocol Transport {
    /// The answer of the server.
    ///
    /// - Throws: The reason why there is no answer.
    func response(from url: URL) throws -> Response
}

/// The answer of a server.
package struct Response: Hashable, Sendable {
    package let status: Int
    package let body: Data

    package init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }
}

extension Transport {
    /// The content of a successful answer.
    ///
    /// - Throws: ``ComicStripsError`` for any other answer.
    func body(from url: URL) throws -> Data {
        let response = try response(from: url)
        guard response.status == 200 else {
            throw ComicStripsError.refused(url.lastPathComponent, status: response.status)
        }
        return response.body
    }
}
