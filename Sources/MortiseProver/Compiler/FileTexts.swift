// SPDX-License-Identifier: MIT

import Foundation

/// The texts of the files of a program.
package struct FileTexts: SourceTexts {
    private var bytes: [String: [UInt8]] = [:]
    private var lineStarts: [[Int]] = []
    private var files: [String] = []
    private var paths: [String] = []

    package init() {}

    /// The text of a file, or `nil` if it cannot be read.
    mutating func text(of file: String) -> [UInt8]? {
        if let known = bytes[file] { return known }
        guard let data = FileManager.default.contents(atPath: file) else { return nil }
        bytes[file] = Array(data)
        return bytes[file]
    }

    /// Adds the next file of the program.
    mutating func add(_ file: String, _ path: String) {
        let text = text(of: file) ?? []
        files.append(file)
        paths.append(path)
        // The compiler ends a line at a line feed, and at a carriage return without one.
        var starts = [0]
        for (index, byte) in text.enumerated() {
            let isEnd =
                byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
                    && (index + 1 == text.count || text[index + 1] != UInt8(ascii: "\n"))
            if isEnd { starts.append(index + 1) }
        }
        lineStarts.append(starts)
    }

    package func place(_ place: Place) -> SourcePlace {
        let starts = lineStarts[place.file]
        var (low, high) = (0, starts.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if starts[middle] <= place.start { low = middle } else { high = middle }
        }
        return SourcePlace(
            path: paths[place.file],
            line: low + 1,
            column: place.start - starts[low] + 1
        )
    }

    package func line(_ number: Int, of path: String) -> String {
        guard let file = paths.firstIndex(of: path), let text = bytes[files[file]],
            lineStarts[file].indices.contains(number - 1)
        else { return "" }
        let rest = text[min(lineStarts[file][number - 1], text.count)...]
        let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: line, as: UTF8.self)
    }
}
