// SPDX-License-Identifier: MIT

#if Configuration
import Mortise
public import MortiseGraph

/// All that is wrong with the configuration of a container.
///
/// `bootstrap()` throws it inside a `ResolutionError`, which tells for whom the first structure was
/// made. A `catch` clause finds it there:
///
/// ```swift
/// do {
///     try app.bootstrap()
/// } catch ConfigurationError.Code.unreadable {
///     print(error)
///     exit(2)
/// }
/// ```
///
/// Neither the error nor its text has a value of the configuration that is secret.
public struct ConfigurationError: Error, Hashable, Sendable {
    /// What went wrong.
    public let code: Code

    /// The keys that cannot be read: those of the structure that was asked for come first, then the
    /// others in the order of binding.
    public let failures: [Failure]

    private let fact: String
    private let hint: String

    init(_ code: Code, _ failures: [Failure], fact: String, hint: String) {
        self.code = code
        self.failures = failures
        self.fact = fact
        self.hint = hint
    }

    /// Finds the error that a resolve threw, or is `nil` if it has nothing to do with the
    /// configuration.
    ///
    /// - Parameter error: An error of a container, or of this product.
    public init?(in error: any Error) {
        let cause = (error as? ResolutionError)?.underlying ?? error
        guard let known = cause as? ConfigurationError else { return nil }
        self = known
    }
}

extension ConfigurationError {
    /// One key that cannot be read.
    public struct Failure: Hashable, Sendable {
        /// The whole key, or that of the binding if the structure refused what it read.
        public let key: String

        /// Why it cannot be read, without secrets.
        public let reason: String

        /// What else providers call the key, such as the name of an environment variable.
        public let names: [Name]

        /// The structure, and where it is bound.
        public let binding: Diagnostic.Step

        /// The definitions that need the structure, as far as the graph knows them: what a factory
        /// resolves by itself is known after it ran.
        public let neededBy: [Diagnostic.Step]

        /// What a provider calls a key.
        public struct Name: Hashable, Sendable {
            /// The name.
            public let name: String

            /// The name of the provider.
            public let provider: String
        }
    }

    /// A stable name for one kind of failure.
    ///
    /// New codes may appear in minor releases, so a `switch` needs a `default`.
    public struct Code: Hashable, Sendable {
        private let name: Name

        private enum Name: String, Sendable {
            case unreadable = "configuration-unreadable"
            case reloadFailed = "configuration-reload-failed"
            case notFollowed = "configuration-not-followed"
        }

        /// Structures cannot be read.
        public static let unreadable = Code(name: .unreadable)

        /// The configuration changed, and a structure cannot be read any longer.
        public static let reloadFailed = Code(name: .reloadFailed)

        /// A provider stopped telling of changes with an error.
        public static let notFollowed = Code(name: .notFollowed)

        /// The code in `kebab-case`, as messages print it.
        public var slug: String { name.rawValue }

        /// Lets a `catch` clause name a code.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - error: The error that was thrown, alone or inside a `ResolutionError`.
        /// - Returns: Whether the error has the code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            ConfigurationError(in: error)?.code == code
        }
    }
}

extension ConfigurationError.Code: CustomStringConvertible {
    /// The code in `kebab-case`.
    public var description: String { slug }
}

extension ConfigurationError: CustomStringConvertible {
    /// The error as text, in the form of all messages of Mortise.
    public var description: String {
        var lines = ["[\(code)] \(fact)"]
        for failure in failures {
            lines.append("  \(failure.key)  \(failure.reason)")
            lines += failure.names.map { "    called     \($0.name)  in \($0.provider)" }
            lines.append("    read by    \(failure.binding.named)")
            lines += failure.neededBy.map { "    needed by  \($0.named)" }
        }
        lines.append("  hint: \(hint)")
        return lines.joined(separator: "\n")
    }
}

extension Diagnostic.Step {
    /// The key and the location, as messages print them.
    fileprivate var named: String { site.map { "\(key)  \($0)" } ?? "\(key)" }
}
#endif
