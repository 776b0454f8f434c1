// SPDX-License-Identifier: MIT

package import Foundation

/// Carries requests to a server: the edge of the program, which tests replace.
@MainActor package protocol Transport {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - completion: Called once, with the status of the answer; `nil` without an answer.
    func send(_ request: Request, completion: @escaping @MainActor (_ status: Int?) -> Void)
}

/// A request to a server.
package struct Request: Hashable, Sendable {
    package let url: URL
    package let fields: [String: String]
}
