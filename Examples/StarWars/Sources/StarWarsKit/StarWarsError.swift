// SPDX-License-Identifier: MIT

/// The reason why the program failed.
///
/// The description is always a single line, with any text from a server:
///
/// ```
/// http://localhost:8080/people/: the server answered 404
/// ```
public struct StarWarsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code

    /// The place of the failure: a URL, a file, an option.
    public let place: String

    /// The failure in words.
    public let detail: String

    /// The place and the words, in one line.
    public var description: String { "\(place): \(detail)".onOneLine }

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - place: The place of the failure: a URL, a file, an option.
    ///   - detail: The failure in words, without a final period.
    public init(_ code: Code, at place: String, _ detail: String) {
        self.code = code
        self.place = place
        self.detail = detail
    }
}

extension StarWarsError {
    /// A stable name for one kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Name: Sendable {
            case unreadable, unreachable, timedOut, refused, malformed, inconsistent
        }

        private let name: Name

        /// A file cannot be read.
        public static let unreadable = Code(name: .unreadable)

        /// A server cannot be reached.
        public static let unreachable = Code(name: .unreachable)

        /// A server did not answer in time.
        public static let timedOut = Code(name: .timedOut)

        /// A server answered with something other than success.
        public static let refused = Code(name: .refused)

        /// The answer is not the JSON that was expected.
        public static let malformed = Code(name: .malformed)

        /// Each answer is valid, but they contradict each other.
        public static let inconsistent = Code(name: .inconsistent)

        /// Lets a `catch` clause name a code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? StarWarsError)?.code == code
        }
    }
}
