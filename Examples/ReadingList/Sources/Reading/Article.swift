// SPDX-License-Identifier: MIT

/// Something to read.
package struct Article: Hashable, Sendable {
    package let id: String
    package let title: String
    package let text: String
}
