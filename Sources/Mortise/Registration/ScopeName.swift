// SPDX-License-Identifier: MIT

/// The name of a kind of scope, such as a request, a session or a screen.
///
/// ```swift
/// extension ScopeName {
///     static let request: ScopeName = "request"
/// }
/// ```
///
/// A server that opens a million scopes for requests has one name for all of them. A name is
/// remembered for as long as the program runs, and there may be no more than 250.
public struct ScopeName: Hashable, Sendable {
    let number: UInt8

    private static let known = Locked<[String]>([])
    private static let most = 250

    /// Creates a name, which equals every other name with the same text.
    ///
    /// - Parameter text: The name in errors and graphs.
    public init(_ text: String) {
        let number = Self.known.withLock { known -> Int? in
            if let number = known.firstIndex(of: text) { return number }
            guard known.count < Self.most else { return nil }
            known.append(text)
            return known.count - 1
        }
        guard let number else {
            fatalError(
                """
                "\(text)" is one scope name too many: names are for kinds of scopes, and there may \
                be \(Self.most)
                """
            )
        }
        self.number = UInt8(number)
    }

    init(number: UInt8) { self.number = number }
}

extension ScopeName: ExpressibleByStringLiteral {
    /// Creates a name, which equals every other name with the same text.
    public init(stringLiteral text: String) { self.init(text) }
}

extension ScopeName: CustomStringConvertible {
    /// The text of the name.
    public var description: String { Self.known.withLock { $0[Int(number)] } }
}
