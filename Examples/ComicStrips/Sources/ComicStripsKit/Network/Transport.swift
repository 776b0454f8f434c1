// SPDX-License-Identifier: MIT

package import Foundation

/// Fetches what an address leads to: the edge of the program, which tests replace.
package protocol Transport {
    /// The answer of the server.
    ///
    /// - Throws: What kept it from answering at all.
    func response(from url: URL) throws -> Response
}

/// What a server answers.
package struct Response: Hashable, Sendable {
    package let status: Int
    package let body: Data

    package init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }
}

extension Transport {
    /// What is in a successful answer.
    ///
    /// - Throws: ``ComicStripsError`` if it is not one.
    func body(from url: URL) throws -> Data {
        let response = try response(from: url)
        guard response.status == 200 else {
            throw ComicStripsError.refused(url.lastPathComponent, status: response.status)
        }
        return response.body
    }
}
