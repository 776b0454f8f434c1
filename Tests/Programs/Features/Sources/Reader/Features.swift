// SPDX-License-Identifier: MIT

/// What this version of the program has.
enum Features {
    /// Whether articles are kept after they are read.
    static let cache = true
    /// Whether articles can be exported: not ready.
    static let export = false
}
