// SPDX-License-Identifier: MIT

#if Prover
import Foundation

/// Who reads what is printed.
enum Terminal {
    /// Whether a person watches the output, on a terminal that shows colors.
    static var isWatched: Bool {
        let environment = ProcessInfo.processInfo.environment
        let isPlain =
            environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
        return isatty(STDOUT_FILENO) == 1 && !isPlain
    }
}
#endif
