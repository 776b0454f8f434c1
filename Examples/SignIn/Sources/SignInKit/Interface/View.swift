// SPDX-License-Identifier: MIT

/// Stands in for a view: it can be moved aside, and records its positions.
@MainActor package class View {
    /// The distance from its normal position.
    package var offset = 0 {
        didSet { trail.append(offset) }
    }

    /// All offsets so far.
    package private(set) var trail: [Int] = []

    package init() {}
}
