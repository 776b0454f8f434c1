// SPDX-License-Identifier: MIT

/// What counts as a violation.
struct Rules: Sendable {
    /// For how many seconds nothing may end.
    var patience: Int
    /// Whether what the documentation leaves open is a violation, too.
    var isStrict: Bool
    /// Whether what was dropped has to be released without anybody resolving anything.
    var checksReclaiming: Bool
}
