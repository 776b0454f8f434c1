// SPDX-License-Identifier: MIT

/// A mistake, with everything that helps to correct it.
///
/// A rule reports a diagnostic before anything runs; an error thrown while resolving carries one.
/// Both print the same text for the same mistake.
public struct Diagnostic: Hashable, Sendable {
    /// The kind of mistake.
    public var code: DiagnosticCode

    /// The severity of the mistake.
    public var severity: Severity

    /// The fact, in one sentence without a final period.
    public var fact: String

    /// The path from the request to the mistake, outermost first.
    public var path: [Step]

    /// The text of the error that the user's own code threw.
    public var underlying: String?

    /// The advice, or `nil` if there is no honest suggestion.
    public var hint: String?

    /// Creates a diagnostic.
    ///
    /// - Parameters:
    ///   - code: The kind of mistake.
    ///   - severity: The severity of the mistake.
    ///   - fact: The fact, in one sentence without a final period.
    ///   - path: The path from the request to the mistake, outermost first.
    ///   - underlying: The text of the error that the user's own code threw.
    ///   - hint: The advice.
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
