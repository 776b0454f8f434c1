// SPDX-License-Identifier: MIT

/// A name that tells two definitions of one type apart.
///
/// ```swift
/// let primary: DefinitionTag = "primary"
/// let third: DefinitionTag = 3
/// ```
///
/// Texts and numbers are never equal: `"1"` is not `1`.
@frozen public enum DefinitionTag: Hashable, Sendable {
    /// A tag that is a text.
    case text(String)

    /// A tag that is a number.
    case number(Int)

    /// The tag of an assembly's member, which has no literal.
    case member(Member)
}

extension DefinitionTag: ExpressibleByStringLiteral {
    /// Creates a tag from a text.
    ///
    /// - Parameter value: The text.
    @inlinable public init(stringLiteral value: String) {
        self = .text(value)
    }
}

extension DefinitionTag: ExpressibleByIntegerLiteral {
    /// Creates a tag from a number.
    ///
    /// - Parameter value: The number.
    @inlinable public init(integerLiteral value: Int) {
        self = .number(value)
    }
}

extension DefinitionTag: CustomStringConvertible, CustomDebugStringConvertible {
    /// The text or the number, without quotes, so that a message may have quotes of its own.
    public var description: String {
        switch self {
        case .text(let text): text
        case .number, .member: debugDescription
        }
    }

    /// The tag as a literal: a text in quotes, a number as it is.
    public var debugDescription: String {
        switch self {
        case .text(let text): text.debugDescription
        case .number(let number): number.description
        case .member(let member): member.description
        }
    }
}
