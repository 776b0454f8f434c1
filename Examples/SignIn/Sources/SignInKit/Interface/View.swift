// SPDX-License-Identifier: MIT

/// Stands in for a view: it can be moved aside, and remembers where it has been.
@MainActor package class View {
    /// How far it is from its place.
    package var offset = 0 {
        didSet { trail.append(offset) }
    }

    /// Where it was moved so far.
    package private(set) var trail: [Int] = []

    package init() {}
}
