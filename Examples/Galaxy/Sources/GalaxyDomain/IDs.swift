// SPDX-License-Identifier: MIT

/// Identifiers that nothing has yet.
package protocol IDs: Sendable {
    func next() -> Int
}
