// SPDX-License-Identifier: MIT

public import MortiseGraph

// A tag that nothing is registered with falls back to the definition without one: every request here follows
// the rule `Dependency.TagRule.fallingBack`, by itself or through `resolveJoining` and `resolveUnchecked`. The
// search is in Sources/Mortise/Engine/SlowPath/Caller+Searching.swift.

extension DependencyContainer {
    /// Distinguishes definitions of one type.
    ///
    /// ```swift
    /// container.register(tag: "replica") { Connection(to: "replica") }
    /// let connection: Connection = try container.resolve(tag: "replica")
    /// ```
    ///
    /// A text and a number are never equal.
    public enum Tag: Hashable, Sendable {
        /// A tag that is a text.
        case String(StringLiteralType)
        /// A tag that is a number.
        case Int(IntegerLiteralType)
    }
}

extension DependencyContainer.Tag: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// Creates a tag from a text.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: StringLiteralType) { self = .String(value) }

    /// Creates a tag from a number.
    ///
    /// - Parameter value: The number.
    public init(integerLiteral value: IntegerLiteralType) { self = .Int(value) }
}

/// A type whose values can be tags: strings, integers, ``DependencyContainer/Tag``, and your own types.
///
/// ```swift
/// enum WebService: String, DependencyTagConvertible { case production, development }
/// ```
public protocol DependencyTagConvertible {
    /// The value as a tag.
    var dependencyTag: DependencyContainer.Tag { get }
}

extension DependencyContainer.Tag: DependencyTagConvertible {
    /// The tag itself.
    public var dependencyTag: DependencyContainer.Tag { self }
}

/// A string can be used as a tag.
extension String: DependencyTagConvertible {
    /// The string as a tag.
    public var dependencyTag: DependencyContainer.Tag { .String(self) }
}

/// A number can be used as a tag.
extension Int: DependencyTagConvertible {
    /// The number as a tag.
    public var dependencyTag: DependencyContainer.Tag { .Int(self) }
}

extension DependencyTagConvertible where Self: RawRepresentable, RawValue == String {
    /// The raw value as a tag.
    public var dependencyTag: DependencyContainer.Tag { .String(rawValue) }
}

extension DependencyTagConvertible where Self: RawRepresentable, RawValue == Int {
    /// The raw value as a tag.
    public var dependencyTag: DependencyContainer.Tag { .Int(rawValue) }
}

// MARK: - The engine's tags

extension DependencyContainer.Tag {
    /// The engine's tag.
    @inlinable var engineTag: MortiseGraph.DefinitionTag {
        switch self {
        case .String(let text): .text(text)
        case .Int(let number): .number(number)
        }
    }

    init?(_ tag: MortiseGraph.DefinitionTag?) {
        switch tag {
        case .text(let text): self = .String(text)
        case .number(let number): self = .Int(number)
        default: return nil
        }
    }
}
