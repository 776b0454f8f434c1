// SPDX-License-Identifier: MIT

import Foundation

/// Fetches values from a server.
package protocol JSONClient: AnyObject {
    /// The value at a path.
    ///
    /// - Throws: ``ComicStripsError``, or the transport's error.
    func value<Value: Decodable>(at path: String) throws -> Value
}

/// Fetches JSON from a server.
final class TransportJSONClient: JSONClient {
    private let transport: any Transport
    private let baseURL: URL

    init(transport: any Transport, baseURL: URL) {
        self.transport = transport
        self.baseURL = baseURL
    }

    func value<Value: Decodable>(at path: String) throws -> Value {
        let body = try transport.body(from: baseURL.appending(path: path))
        do {
            return try JSONDecoder().decode(Value.self, from: body)
        } catch is DecodingError {
            throw ComicStripsError.malformed(path)
        }
    }
}
