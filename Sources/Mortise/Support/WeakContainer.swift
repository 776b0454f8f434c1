// SPDX-License-Identifier: MIT

/// A container that a provider or a token does not keep alive.
// @unchecked: written once, before anyone else sees it; weak references are read atomically.
final class WeakContainer: @unchecked Sendable {
    private(set) weak var value: Container?

    init(_ value: Container?) { self.value = value }
}
