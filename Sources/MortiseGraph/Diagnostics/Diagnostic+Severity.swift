// SPDX-License-Identifier: MIT

extension Diagnostic {
    /// How bad a mistake is.
    public enum Severity: String, Hashable, Sendable {
        /// It fails, or will fail.
        case error

        /// It works, but hardly as intended.
        case warning

        /// It is worth knowing.
        case note
    }
}
