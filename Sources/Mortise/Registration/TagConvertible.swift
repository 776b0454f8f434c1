// SPDX-License-Identifier: MIT

public import MortiseGraph

/// A type whose values say how they are a tag.
///
/// Strings, integers and ``DefinitionTag`` conform. An enumeration with raw values of these needs nothing but
/// the conformance:
///
/// ```swift
/// enum Database: String, TagConvertible { case primary, replica }
///
/// container.register(.singleton, tag: Database.replica) { try Connection(to: "replica") }
/// let connection: Connection = try container.resolve(tag: Database.replica)
/// ```
public protocol TagConvertible {
    /// The value as a tag.
    ///
    /// Must be the same every time for one value.
    var tag: DefinitionTag { get }
}

extension DefinitionTag: TagConvertible {
    /// The tag itself.
    @inlinable public var tag: DefinitionTag { self }
}

extension String: TagConvertible {
    /// The string as a tag.
    @inlinable public var tag: DefinitionTag { .text(self) }
}

extension Int: TagConvertible {
    /// The number as a tag.
    ///
    /// It never equals a string with the same digits.
    @inlinable public var tag: DefinitionTag { .number(self) }
}

extension Optional<any TagConvertible> {
    /// The value as a tag.
    // In this form the compiler leaves everything out where `nil` is written; with `?.tag` it does not.
    @inlinable @inline(__always) var value: DefinitionTag? {
        if case .none = self { return nil }
        return unsafelyUnwrapped.tag
    }
}

extension TagConvertible where Self: RawRepresentable, RawValue: TagConvertible {
    /// The raw value as a tag.
    @inlinable public var tag: DefinitionTag { rawValue.tag }
}

/// The tag that a factory's own instance was asked for with: ``inherited``.
public struct InheritedTag: Sendable {
    /// Passes the requested tag on to a dependency.
    ///
    /// Tags do not travel otherwise.
    ///
    /// It is the tag that was asked for, also where the untagged definition was found.
    public static let inherited = InheritedTag()
}
