// SPDX-License-Identifier: MIT

public import MortiseGraph

/// What a factory's own requests take as a tag: a ``TagConvertible``, or ``inherited``.
///
/// Conform to ``TagConvertible``, which everything takes that has a tag.
public protocol RequestTag {
    /// The tag to ask with; `nil` for the one that the factory's own instance was requested with.
    var requestedTag: DefinitionTag? { get }
}

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
public protocol TagConvertible: RequestTag {
    /// The value as a tag.
    ///
    /// It must be the same every time.
    var tag: DefinitionTag { get }
}

extension TagConvertible {
    /// The value as a tag.
    @inlinable public var requestedTag: DefinitionTag? { tag }
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

extension Resolver {
    /// Stands for the tag that a factory's own instance was requested with: ``RequestTag/inherited``.
    public struct InheritedTag: RequestTag, Sendable {
        @usableFromInline init() {}

        /// No tag of its own.
        @inlinable public var requestedTag: DefinitionTag? { nil }
    }
}

extension RequestTag where Self == Resolver.InheritedTag {
    /// Passes the requested tag on to a dependency.
    ///
    /// Otherwise tags are not passed on.
    ///
    /// It is the requested tag, even if a definition for any tag was found. If nothing provides the
    /// dependency with that tag, it is requested without one.
    @inlinable public static var inherited: Resolver.InheritedTag { Resolver.InheritedTag() }
}

extension Optional<any RequestTag> {
    /// What a factory asks with.
    ///
    /// - Parameter own: The tag that the factory's own instance was requested with.
    /// - Returns: The tag to ask with, and the rule to follow.
    func asked(
        insteadOf own: @autoclosure () -> DefinitionTag?
    ) -> (tag: DefinitionTag?, rule: Dependency.TagRule) {
        guard let self else { return (nil, .exact) }
        guard let tag = self.requestedTag else { return (own(), .inherited) }
        return (tag, .exact)
    }
}
