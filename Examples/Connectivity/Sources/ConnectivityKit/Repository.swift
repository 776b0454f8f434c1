// SPDX-License-Identifier: MIT

/// Where numbers come from.
public protocol Repository: AnyObject, Sendable {
    /// Fetches the numbers.
    ///
    /// - Returns: The numbers.
    func fetch() -> [Int]
}

/// Which repository is meant.
public enum RepositoryType: String, CaseIterable, Sendable {
    /// The one on the device.
    case local
    /// The one on the network.
    case remote
}
