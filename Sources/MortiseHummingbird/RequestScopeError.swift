// SPDX-License-Identifier: MIT

#if Hummingbird
/// An error of the scope of a request, or of its body.
///
/// ```swift
/// do {
///     user = try context.scope.resolve()
/// } catch RequestScopeError.Code.noScope {
///     // The request did not pass the middleware.
/// }
/// ```
///
/// Hummingbird answers 500. Opening the scope and resolving throw `ResolutionError`.
public struct RequestScopeError: Error, Sendable {
    /// What went wrong.
    public let code: Code

    private let fact: String
    private let hint: String

    /// The scope of a context that no middleware has given a container.
    static var noScope: RequestScopeError {
        RequestScopeError(
            code: .noScope,
            fact: "The context of the request has no scope",
            hint: "add RequestScopeMiddleware to the router before its routes; "
                + "a child context takes over its parent's: scope = context.scope"
        )
    }

    /// A body that is not as long as its response says.
    static func bodyLength(_ length: Int, made count: Int) -> RequestScopeError {
        RequestScopeError(
            code: .bodyLength,
            fact: "The body of the response has \(count) bytes, but \(length) were announced",
            hint: "pass contentLength: the number of bytes that the closure writes, or leave it out"
        )
    }
}

extension RequestScopeError {
    /// A stable name for one kind of failure.
    ///
    /// New codes may appear in minor releases, so a `switch` needs a `default`.
    public struct Code: Hashable, Sendable {
        private let name: Name

        private enum Name: String, Sendable {
            case noScope = "no-request-scope"
            case bodyLength = "body-length"
        }

        /// The request did not pass ``RequestScopeMiddleware``.
        public static let noScope = Code(name: .noScope)

        /// A body wrote more or fewer bytes than its response announces.
        public static let bodyLength = Code(name: .bodyLength)

        /// The code in `kebab-case`, as messages print it.
        public var slug: String { name.rawValue }

        /// Lets a `catch` clause name a code.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - error: The error that was thrown.
        /// - Returns: Whether the error has the code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? RequestScopeError)?.code == code
        }
    }
}

extension RequestScopeError.Code: CustomStringConvertible {
    /// The code in `kebab-case`.
    public var description: String { slug }
}

extension RequestScopeError: CustomStringConvertible {
    /// The error as text, in the form of all messages of Mortise.
    public var description: String { "[\(code)] \(fact)\n  hint: \(hint)" }
}
#endif
