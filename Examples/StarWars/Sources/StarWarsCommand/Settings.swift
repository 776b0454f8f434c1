// SPDX-License-Identifier: MIT

import Foundation

/// What the user asked for, as far as the wiring needs to know it.
struct Settings: Hashable, Sendable {
    /// The server to ask, or `nil` to read the files that ship with the program.
    let server: URL?

    /// How long one fetch may take.
    let timeout: Duration
}
