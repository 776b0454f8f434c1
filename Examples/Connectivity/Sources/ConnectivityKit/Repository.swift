// SPDX-License-Identifier: MIT

/// A source of numbers.
public protocol Repository: AnyObject, Sendable {
    /// Fetches the numbers.
    ///
    /// - Returns: The numbers.
    func fetch() -> [Int]
}

/// The name of a repository.
public enum RepositoryType: String, CaseIterable, Sendable {
    /// The one on the device.
    case local
    /// The one on the network.
    case remote
}
