// SPDX-License-Identifier: MIT

extension String {
    /// The text with each line break and control character replaced by a space.
    ///
    /// Names come from a server, and a server must not be able to add lines to our output or to
    /// send escape sequences to a terminal.
    var onOneLine: String {
        String(map { $0.isNewline || $0.unicodeScalars.contains(where: \.isControl) ? " " : $0 })
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
