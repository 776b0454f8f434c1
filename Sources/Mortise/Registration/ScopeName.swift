// SPDX-License-Identifier: MIT

/// What tells one kind of scope from another: requests from sessions, screens from flows.
///
/// ```swift
/// extension ScopeName {
///     static let request: ScopeName = "request"
/// }
/// ```
///
/// Names are kinds, not instances: a server that opens a million scopes for requests has one name
/// for all of them. A name is remembered for as long as the program runs, and there may be no more
/// than 250.
public struct ScopeName: Hashable, Sendable {
    let number: UInt8

    private static let known = Locked<[String]>([])
    private static let most = 250

    /// A name; two with the same text are the same.
    ///
    /// - Parameter text: What errors and graphs call it.
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
    /// A name; two with the same text are the same.
    public init(stringLiteral text: String) { self.init(text) }
}

extension ScopeName: CustomStringConvertible {
    /// The text of the name.
    public var description: String { Self.known.withLock { $0[Int(number)] } }
}
