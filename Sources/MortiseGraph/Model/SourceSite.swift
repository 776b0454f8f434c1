// SPDX-License-Identifier: MIT

/// The place in source where something was written.
public struct SourceSite: Hashable, Sendable {
    /// The file, as `Module/File.swift`.
    public let file: String

    /// The line, counted from one.
    public let line: Int

    /// Creates a source site.
    ///
    /// Nothing is captured here. A public entry point takes `#fileID` and `#line` itself and passes
    /// them on, so that the place is the user's and not the library's.
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
    /// The place as `Module/File.swift:12`.
    public var description: String {
        "\(file):\(line)"
    }
}
