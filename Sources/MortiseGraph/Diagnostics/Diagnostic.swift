// SPDX-License-Identifier: MIT

/// Something that is wrong, and all that helps to put it right.
///
/// A rule reports one before anything runs, and an error thrown while resolving carries one. Both
/// print the same text for the same mistake.
public struct Diagnostic: Hashable, Sendable {
    /// The kind of mistake.
    public var code: DiagnosticCode

    /// How bad it is.
    public var severity: Severity

    /// What is wrong, in one sentence without a final period.
    public var fact: String

    /// How the reader gets from what was asked for to the mistake, outermost first.
    public var path: [Step]

    /// The error that the user's own code threw, in words.
    public var underlying: String?

    /// What to do about it, or `nil` when there is no honest suggestion.
    public var hint: String?

    /// Creates a diagnostic.
    ///
    /// - Parameters:
    ///   - code: The kind of mistake.
    ///   - severity: How bad it is.
    ///   - fact: What is wrong, in one sentence without a final period.
    ///   - path: How the reader gets to the mistake, outermost first.
    ///   - underlying: The error that the user's own code threw, in words.
    ///   - hint: What to do about it.
    public init(
        _ code: DiagnosticCode,
        severity: Severity = .error,
        fact: String,
        path: [Step] = [],
        underlying: String? = nil,
        hint: String? = nil
    ) {
        self.code = code
        self.severity = severity
        self.fact = fact
        self.path = path
        self.underlying = underlying
        self.hint = hint
    }
}
