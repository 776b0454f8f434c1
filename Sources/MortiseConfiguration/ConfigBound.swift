// SPDX-License-Identifier: MIT

#if Configuration
public import Configuration

/// A structure whose properties are read from the configuration.
///
/// ```swift
/// struct DatabaseConfig: ConfigBound {
///     let path: String
///     let pool: Int
///     let password: String
///
///     init(from reader: ConfigReader) throws {
///         path = try reader.requiredString(forKey: "path")
///         pool = reader.int(forKey: "pool", default: 4)
///         password = try reader.requiredString(forKey: "password", isSecret: true)
///     }
/// }
/// ```
///
/// Bind it to a key with `configure(with:)`. Structures are bound, not single values: a container
/// tells what it holds by type, and every second value is a `String`.
public protocol ConfigBound: Sendable {
    /// Reads the structure.
    ///
    /// It runs once for each reading and, to find out what else is wrong, again after each key that
    /// cannot be read, with a placeholder in place of that key. So it must have no effect but its
    /// result. It runs on any thread, outside all locks.
    ///
    /// - Parameter reader: Answers from one state of the configuration, relative to the key of the
    ///   binding. It does not follow changes, so do not keep it. Its methods that fetch and watch
    ///   give the same answers.
    /// - Throws: Any error. That of a key names the key; that of anything else is reported with its
    ///   text.
    init(from reader: ConfigReader) throws
}
#endif
