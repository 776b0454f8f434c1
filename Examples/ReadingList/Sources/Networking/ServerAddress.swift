// SPDX-License-Identifier: MIT

/// Where the server is: a configuration value, which the program chooses.
package struct ServerAddress: Hashable, Sendable {
    package let host: String

    package init(host: String) { self.host = host }
}
