// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// What is printed, and who reads it.
enum Terminal {
    /// Whether a person watches the output, on a terminal that shows colors.
    static var isWatched: Bool {
        let environment = ProcessInfo.processInfo.environment
        let isPlain =
            environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
        return isatty(STDOUT_FILENO) == 1 && !isPlain
    }

    /// Prints what was asked for.
    ///
    /// - Parameter text: The text, with its line ends.
    static func print(_ text: String) { write(text, to: .standardOutput) }

    /// Says what goes wrong, or is not known, on standard error.
    ///
    /// - Parameter text: The text, without its last line end.
    static func warn(_ text: String) { write(text + "\n", to: .standardError) }

    /// Says what is done now, in place of what was said before, if somebody waits at a terminal.
    ///
    /// - Parameter text: Some words, which fit on a line.
    static func say(_ text: String) {
        guard isAttended else { return }
        hasLine.withLock { hasLine in
            hasLine = true
            FileHandle.standardError.write(Data((erasing + text + "…").utf8))
        }
    }

    /// Removes what was said.
    static func clear() {
        hasLine.withLock { hasLine in
            if hasLine { FileHandle.standardError.write(Data(erasing.utf8)) }
            hasLine = false
        }
    }

    /// Whether somebody waits at a terminal on which a line can be erased.
    private static let isAttended: Bool = {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
            && environment["CI"]?.isEmpty != false
    }()

    private static let hasLine = Mutex(false)

    /// To the first column, and nothing behind it.
    private static let erasing = "\r\u{1B}[K"

    private static func write(_ text: String, to file: FileHandle) {
        clear()
        file.write(Data(text.utf8))
    }
}
