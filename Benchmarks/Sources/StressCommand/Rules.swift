// SPDX-License-Identifier: MIT

/// The definition of a violation.
struct Rules: Sendable {
    /// The longest time without progress, in seconds.
    var patience: Int
    /// Whether unspecified behaviour is a violation, too.
    var isStrict: Bool
    /// Whether dropped instances have to be released without further resolves.
    var checksReclaiming: Bool
}
