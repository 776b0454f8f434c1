// SPDX-License-Identifier: MIT

/// A source that cannot be read. It fails an import, and nothing else.
public struct SourceError: Error, CustomStringConvertible, Sendable {
    public let description: String

    public init(description: String) { self.description = description }
}
