// SPDX-License-Identifier: MIT

import Foundation

/// The user's options, as far as the wiring needs them.
struct Settings: Hashable, Sendable {
    /// The server, or `nil` to read the files that ship with the program.
    let server: URL?

    /// The timeout of one fetch.
    let timeout: Duration
}
