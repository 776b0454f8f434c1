// SPDX-License-Identifier: MIT

/// A database that cannot be used, on one line.
package struct StorageError: Error, CustomStringConvertible, Sendable {
    package let path: String
    package let underlying: any Error

    package var description: String { "The database \(path) cannot be opened: \(underlying)" }
}

/// A database that a newer version of the program has migrated.
package struct NewerSchema: Error, CustomStringConvertible, Sendable {
    package var description: String { "a newer version of the program has changed its tables" }
}
