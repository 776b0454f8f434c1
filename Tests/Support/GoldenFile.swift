// SPDX-License-Identifier: MIT

import Foundation
package import Testing

/// Compares a text with a file in the test target's folder `Golden`.
///
/// With `RECORD_GOLDEN=1` in the environment the file is written instead. Read the difference before
/// committing it.
///
/// - Parameters:
///   - text: The text to compare.
///   - name: The file's name. Without an extension it gets `.txt`.
///   - testFile: The test that compares; its target's folder is found from here.
///   - sourceLocation: Where a difference is reported.
/// - Throws: When the file cannot be read or written.
package func expectGolden(
    _ text: String,
    _ name: String,
    testFile: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = goldenFolder(of: testFile)
        .appending(path: name.contains(".") ? name : "\(name).txt")
    let actual = text.hasSuffix("\n") ? text : text + "\n"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
        try Data(actual.utf8).write(to: file)
        return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(actual == expected, "\(file.lastPathComponent) differs", sourceLocation: sourceLocation)
}

/// The folder `Golden` of the target that a test belongs to: `Tests/<target>/Golden`.
private func goldenFolder(of testFile: String) -> URL {
    let parts = testFile.split(separator: "/", omittingEmptySubsequences: false)
    let target = parts.lastIndex(of: "Tests").map { parts.prefix($0 + 2) } ?? parts.dropLast()
    return URL(filePath: target.joined(separator: "/")).appending(path: "Golden")
}
