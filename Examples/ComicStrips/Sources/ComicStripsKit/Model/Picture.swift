// SPDX-License-Identifier: MIT

/// The picture of a strip: this program's paper takes characters.
package struct Picture: Hashable, Sendable {
    package let lines: [String]
}
