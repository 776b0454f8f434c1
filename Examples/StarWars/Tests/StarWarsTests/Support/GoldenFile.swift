// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Compares text with a file in `Golden/`.
///
/// Run with `RECORD_GOLDEN=1` to rewrite the files, then read the diff before committing it.
func expectGolden(
    _ text: String,
    _ name: String,
    testFile: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let folder = URL(filePath: testFile).deletingLastPathComponent()
    let file = folder.appending(path: "Golden/\(name).txt")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
        return try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected, sourceLocation: sourceLocation)
}
