// SPDX-License-Identifier: MIT

import Foundation

/// Asks a server for values.
package protocol JSONClient: AnyObject {
    /// The value at a path.
    ///
    /// - Throws: ``ComicStripsError``, or what the transport throws.
    func value<Value: Decodable>(at path: String) throws -> Value
}

/// Asks a server for JSON.
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
