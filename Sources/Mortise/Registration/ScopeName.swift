// SPDX-License-Identifier: MIT

/// The name of a kind of scope, such as a request, a session or a screen.
///
/// ```swift
/// extension ScopeName {
///     static let request: ScopeName = "request"
/// }
/// ```
///
/// Any text is a name, and there may be any number of them. A name is remembered for as long as the
/// program runs, even if no scope is ever opened with it. So it names a kind of scopes, and not one of
/// them: a server that opens a million scopes for requests has one name for all of them.
public struct ScopeName: Hashable, Sendable {
    // A number, because scopes are compared with it while definitions are resolved.
    let number: UInt32

    private static let known = Locked(Known())

    /// All names, in the order in which they were first used.
    private struct Known {
        var texts: [String] = []
        private var numbers: [String: UInt32] = [:]

        /// How many texts are searched one by one, which takes less time than to hash one.
        private static let few = 8

        mutating func number(of text: String) -> UInt32 {
            if let number = texts.prefix(Self.few).firstIndex(of: text) { return UInt32(number) }
            if let number = numbers[text] { return number }
            let number = UInt32(texts.count)
            texts.append(text)
            if number >= Self.few { numbers[text] = number }
            return number
        }
    }

    /// Creates a name, which equals every other name with the same text.
    ///
    /// - Parameter text: The name in errors and graphs.
    /// - Complexity: O(*n*), where *n* is the length of the text.
    public init(_ text: String) {
        number = Self.known.withLock { $0.number(of: text) }
    }

    init(number: UInt32) { self.number = number }
}

extension ScopeName: ExpressibleByStringLiteral {
    /// Creates a name, which equals every other name with the same text.
    public init(stringLiteral text: String) { self.init(text) }
}

extension ScopeName: CustomStringConvertible {
    /// The text of the name.
    public var description: String { Self.known.withLock { $0.texts[Int(number)] } }
}
