// SPDX-License-Identifier: MIT

public import MortiseInjector

/// The numbers on the network.
public final class RemoteRepository: Repository, InjectableDependency {
    /// Connects to the repository.
    public init() {}

    /// The newest numbers.
    ///
    /// - Returns: The numbers.
    public func fetch() -> [Int] { [5, 6, 7, 8] }
}
