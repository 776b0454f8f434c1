// SPDX-License-Identifier: MIT

#if Services
public import MortiseGraph

/// An error of running the services of a container.
///
/// The container is closed when it is thrown. The error of a service or of a hook is not wrapped in
/// it, but thrown as it is.
///
/// ```swift
/// do {
///     try await app.runServices(logger: logger)
/// } catch ServicesError.Code.cancelledBySignal {
///     exit(130)
/// }
/// ```
public struct ServicesError: Error, Sendable {
    /// What went wrong.
    public let code: Code

    /// The services and hooks that it is about, in the order of starting: those that were running
    /// when the services were cancelled, or the hook that took too long.
    ///
    /// A step has the key and the source location of a definition.
    public let services: [Diagnostic.Step]

    /// The services and hooks that had not ended when `runServices` gave up waiting.
    ///
    /// They were cancelled, and go on without being awaited, although the container is closed.
    public let leftBehind: [Diagnostic.Step]

    /// The error that a service, a hook or a factory threw before, if one did.
    public let underlying: (any Error)?

    private let fact: String
    private let hint: String

    init(
        _ code: Code,
        fact: String,
        services: [Diagnostic.Step] = [],
        leftBehind: [Diagnostic.Step] = [],
        underlying: (any Error)? = nil,
        hint: String
    ) {
        self.code = code
        self.fact = fact
        self.services = services
        self.leftBehind = leftBehind
        self.underlying = underlying
        self.hint = hint
    }
}

extension ServicesError {
    /// A stable name for one kind of failure.
    ///
    /// New codes may appear in minor releases, so a `switch` needs a `default`.
    public struct Code: Hashable, Sendable {
        private let name: Name

        private enum Name: String, Sendable {
            case noServices = "no-services"
            case cancelledBySignal = "cancelled-by-signal"
            case gracePeriodExceeded = "grace-period-exceeded"
            case leftBehind = "left-behind"
            case hookTimedOut = "hook-timed-out"
        }

        /// The container has no services.
        public static let noServices = Code(name: .noServices)

        /// A second signal came before the program had ended.
        public static let cancelledBySignal = Code(name: .cancelledBySignal)

        /// The services did not shut down in time, so they were cancelled.
        public static let gracePeriodExceeded = Code(name: .gracePeriodExceeded)

        /// The calling task was cancelled, and services did not end in time.
        public static let leftBehind = Code(name: .leftBehind)

        /// A hook did not end in time.
        public static let hookTimedOut = Code(name: .hookTimedOut)

        /// The code in `kebab-case`, as messages print it.
        public var slug: String { name.rawValue }

        /// Lets a `catch` clause name a code.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - error: The error that was thrown.
        /// - Returns: Whether the error has the code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? ServicesError)?.code == code
        }
    }
}

extension ServicesError.Code: CustomStringConvertible {
    /// The code in `kebab-case`.
    public var description: String { slug }
}

extension ServicesError: CustomStringConvertible {
    /// The error as text, in the form of all messages of Mortise.
    public var description: String {
        var lines = ["[\(code)] \(fact)"]
        let word = code == .hookTimedOut ? "hook of" : "still running:"
        lines += services.map { "  \(word) \($0.named)" }
        lines += leftBehind.map { "  left behind: \($0.named)" }
        if let underlying { lines.append("  thrown before: \(underlying)") }
        lines.append("  hint: \(hint)")
        return lines.joined(separator: "\n")
    }
}

extension Diagnostic.Step {
    /// The key and the location, as messages print them.
    var named: String { site.map { "\(key)  \($0)" } ?? "\(key)" }
}
#endif
