// SPDX-License-Identifier: MIT

public import MortiseInjector

/// The numbers on the device.
public final class LocalRepository: Repository, InjectableDependency {
    /// Opens the repository.
    public init() {}

    /// The numbers that were stored last.
    ///
    /// - Returns: The numbers.
    public func fetch() -> [Int] { [1, 2, 3, 4] }
}
