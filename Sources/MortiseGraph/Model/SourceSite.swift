// SPDX-License-Identifier: MIT

/// A location in source code.
public struct SourceSite: Hashable, Sendable {
    /// The file, as `Module/File.swift`.
    public let file: String

    /// The line, counted from one.
    public let line: Int

    /// Creates a source site.
    ///
    /// This captures no location itself. A public entry point takes `#fileID` and `#line` and
    /// passes them on, so that the location is the user's and not the library's.
    ///
    /// - Parameters:
    ///   - file: The file, as `Module/File.swift`.
    ///   - line: The line, counted from one.
    /// - Precondition: `line` is positive.
    public init(file: String, line: Int) {
        precondition(line > 0, "a line is counted from one, got \(line)")
        self.file = file
        self.line = line
    }
}

extension SourceSite: CustomStringConvertible {
    /// The location as `Module/File.swift:12`.
    public var description: String {
        "\(file):\(line)"
    }
}
