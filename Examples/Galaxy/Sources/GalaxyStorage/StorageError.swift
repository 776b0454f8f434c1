// SPDX-License-Identifier: MIT

/// A database that cannot be used, on one line.
public struct StorageError: Error, CustomStringConvertible, Sendable {
    public let path: String
    public let underlying: any Error

    public var description: String { "The database \(path) cannot be opened: \(underlying)" }
}

/// A database that a newer version of the program has migrated.
public struct NewerSchema: Error, CustomStringConvertible, Sendable {
    public var description: String { "a newer version of the program has changed its tables" }
}
