// SPDX-License-Identifier: MIT

public import MortiseGraph

/// A type whose values can be used as tags.
///
/// Strings, integers and ``DefinitionTag`` conform. An enumeration whose raw values are of these
/// types needs only the conformance:
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
    /// It must be the same every time.
    var tag: DefinitionTag { get }
}

/// A tag converts to itself.
extension DefinitionTag: TagConvertible {
    /// The tag itself.
    @inlinable public var tag: DefinitionTag { self }
}

/// A string can be used as a tag.
extension String: TagConvertible {
    /// The string as a tag.
    @inlinable public var tag: DefinitionTag { .text(self) }
}

/// A number can be used as a tag.
extension Int: TagConvertible {
    /// The number as a tag.
    ///
    /// It never equals a string with the same digits.
    @inlinable public var tag: DefinitionTag { .number(self) }
}

extension Optional<any TagConvertible> {
    /// The value as a tag.
    // In this form the compiler removes the conversion where `nil` is written; with `?.tag` it does
    // not.
    @inlinable @inline(__always) var value: DefinitionTag? {
        if case .none = self { return nil }
        return unsafelyUnwrapped.tag
    }
}

extension TagConvertible where Self: RawRepresentable, RawValue: TagConvertible {
    /// The raw value as a tag.
    @inlinable public var tag: DefinitionTag { rawValue.tag }
}

/// Stands for the tag that a factory's own instance was requested with: ``inherited``.
public struct InheritedTag: Sendable {
    /// Passes the requested tag on to a dependency.
    ///
    /// Otherwise tags are not passed on.
    ///
    /// It is the requested tag, even if a definition for any tag was found. If nothing provides the
    /// dependency with that tag, it is requested without one.
    public static let inherited = InheritedTag()
}
