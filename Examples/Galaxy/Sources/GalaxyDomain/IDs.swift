// SPDX-License-Identifier: MIT

/// Identifiers that nothing has yet.
public protocol IDs: Sendable {
    func next() -> Int
}
