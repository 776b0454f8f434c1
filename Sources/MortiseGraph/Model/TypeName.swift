// SPDX-License-Identifier: MIT

/// The name of a type, with its module.
///
/// ```swift
/// let name = TypeName("App.Box<any App.API>")
/// print(name)  // Box<any API>
/// ```
///
/// Two names are equal if their qualified spellings are. The runtime gets the spelling from
/// `String(reflecting:)`, the prover from the compiler's own types.
public struct TypeName: Hashable, Sendable {
    /// The spelling with modules, such as `App.Box<App.Foo>`.
    public let qualified: String

    /// Creates a name.
    ///
    /// - Parameter qualified: The spelling with modules, such as `Swift.Array<App.Foo>`.
    public init(_ qualified: String) {
        self.qualified = qualified
    }
}

extension TypeName {
    /// The name of the wrapped type, or `nil` if this type is not optional.
    public var wrapped: TypeName? { argument(of: "Swift.Optional<") }

    /// The name of the elements' type, or `nil` if this type is no array.
    var element: TypeName? { argument(of: "Swift.Array<") }

    /// The name of the type that a provider gives, or `nil` if this type is no provider.
    var provided: TypeName? { argument(of: "Mortise.Provider<") }

    private func argument(of opening: String) -> TypeName? {
        guard qualified.hasPrefix(opening), qualified.hasSuffix(">") else { return nil }
        let inner = qualified.utf8.dropFirst(opening.utf8.count).dropLast()
        guard isBalanced(inner) else { return nil }
        return TypeName(String(Substring(inner)))
    }

    /// Whether every angle bracket in a piece of a type name closes within it.
    ///
    /// `A>.B<C` is not balanced, so `Swift.Optional<A>.B<C>` is not taken for an optional.
    private func isBalanced(_ text: Substring.UTF8View) -> Bool {
        var depth = 0
        var previous: UInt8?
        for byte in text {
            if byte == UInt8(ascii: "<") { depth += 1 }
            if byte == UInt8(ascii: ">"), previous != UInt8(ascii: "-") { depth -= 1 }
            guard depth >= 0 else { return false }
            previous = byte
        }
        return depth == 0
    }
}

extension TypeName: Comparable {
    /// Orders names by their qualified spelling.
    public static func < (first: TypeName, second: TypeName) -> Bool {
        first.qualified < second.qualified
    }
}

extension TypeName: CustomStringConvertible {
    /// The name as it is written in code: without modules, and with `?`, `[]` and `[:]`.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the qualified spelling.
    public var description: String {
        var shortener = TypeNameShortener(qualified)
        return shortener.shortened()
    }
}

extension TypeName: ExpressibleByStringLiteral {
    /// Creates a name from its qualified spelling.
    ///
    /// - Parameter value: The spelling with modules.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
