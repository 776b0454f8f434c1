// SPDX-License-Identifier: MIT

extension Diagnostic {
    /// The severity of a mistake.
    public enum Severity: String, Hashable, Sendable {
        /// It fails, or will fail.
        case error

        /// It works, but probably not as intended.
        case warning

        /// It is worth knowing.
        case note
    }
}
