// SPDX-License-Identifier: MIT

/// Interprets numbers.
public struct NumbersService: Sendable {
    /// Makes the service.
    public init() {}

    /// Describes numbers.
    ///
    /// - Parameter repository: The source of the numbers.
    /// - Returns: The numbers as text.
    public func describe(_ repository: any Repository) -> String {
        repository.fetch().map(String.init).joined(separator: ", ")
    }
}
