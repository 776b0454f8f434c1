// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Compares a text with a file in the folder `Golden` of these tests.
///
/// With `RECORD_GOLDEN=1` in the environment the file is written instead. Read the difference before
/// committing it.
///
/// - Parameters:
///   - text: The text to compare.
///   - name: The file's name, without `.txt`.
///   - sourceLocation: Where a difference is reported.
/// - Throws: When the file cannot be read or written.
func expectGolden(
    _ text: String,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden/\(name).txt")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
        try Data("\(text)\n".utf8).write(to: file)
        return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect("\(text)\n" == expected, "\(name).txt differs", sourceLocation: sourceLocation)
}
