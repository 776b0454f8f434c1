// SPDX-License-Identifier: MIT

import Foundation

/// What is typed or piped into the program.
enum StandardInput {
    /// The lines, as they come.
    ///
    /// To be read once.
    static var lines: AsyncStream<String> {
        AsyncStream { lines in
            // A read blocks its thread until something comes, which no task may.
            Thread.detachNewThread {
                var rest = Data()
                while case let bytes = FileHandle.standardInput.availableData, !bytes.isEmpty {
                    var parts = (rest + bytes).split(
                        separator: UInt8(ascii: "\n"),
                        omittingEmptySubsequences: false
                    )
                    rest = parts.removeLast()
                    for line in parts { lines.yield(String(decoding: line, as: UTF8.self)) }
                }
                if !rest.isEmpty { lines.yield(String(decoding: rest, as: UTF8.self)) }
                lines.finish()
            }
        }
    }
}
