// SPDX-License-Identifier: MIT

public import Foundation

/// Fetches bytes from somewhere else.
public protocol Transport: Sendable {
    /// Returns the bytes behind a URL.
    ///
    /// - Parameter url: The URL to fetch.
    /// - Returns: The body of a successful answer.
    /// - Throws: ``StarWarsError`` when there is no successful answer in time.
    func fetch(_ url: URL) throws -> Data
}
