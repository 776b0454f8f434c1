// SPDX-License-Identifier: MIT

#if GRPC
/// An error of the scope of a call.
///
/// ```swift
/// do {
///     user = try CallScope.current.resolve()
/// } catch CallScopeError.Code.noScope {
///     // Nothing is being called here.
/// }
/// ```
///
/// ``CallScopeInterceptor`` answers `INTERNAL`. Opening the scope and resolving throw
/// `ResolutionError`.
public struct CallScopeError: Error, Sendable {
    /// What went wrong.
    public let code: Code

    private let fact: String
    private let hint: String

    /// The scope of a task that answers no call.
    static var noScope: CallScopeError {
        CallScopeError(
            code: .noScope,
            fact: "The running task answers no call that has a scope",
            hint: "pass CallScopeInterceptor to the server's interceptors, for all services; "
                + "detached tasks take CallScope.current with them: [scope = CallScope.current]"
        )
    }
}

extension CallScopeError {
    /// A stable name for one kind of failure.
    ///
    /// New codes may appear in minor releases, so a `switch` needs a `default`.
    public struct Code: Hashable, Sendable {
        private let name: Name

        private enum Name: String, Sendable {
            case noScope = "no-call-scope"
        }

        /// The running task answers no call, or one that did not pass ``CallScopeInterceptor``.
        public static let noScope = Code(name: .noScope)

        /// The code in `kebab-case`, as messages print it.
        public var slug: String { name.rawValue }

        /// Lets a `catch` clause name a code.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - error: The error that was thrown.
        /// - Returns: Whether the error has the code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? CallScopeError)?.code == code
        }
    }
}

extension CallScopeError.Code: CustomStringConvertible {
    /// The code in `kebab-case`.
    public var description: String { slug }
}

extension CallScopeError: CustomStringConvertible {
    /// The error as text, in the form of all messages of Mortise.
    public var description: String { "[\(code)] \(fact)\n  hint: \(hint)" }
}
#endif
