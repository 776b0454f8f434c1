// SPDX-License-Identifier: MIT

/// What numbers mean.
public struct NumbersService: Sendable {
    /// Makes the service.
    public init() {}

    /// Describes numbers.
    ///
    /// - Parameter repository: Where they come from.
    /// - Returns: The numbers as text.
    public func describe(_ repository: any Repository) -> String {
        repository.fetch().map(String.init).joined(separator: ", ")
    }
}
