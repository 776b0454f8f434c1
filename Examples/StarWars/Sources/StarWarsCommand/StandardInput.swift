// SPDX-License-Identifier: MIT

import Foundation

/// The standard input of the program.
enum StandardInput {
    /// The lines of the input.
    ///
    /// Read them only once.
    static var lines: AsyncStream<String> {
        AsyncStream { lines in
            // A read blocks its thread until input arrives, which a task must not do.
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
