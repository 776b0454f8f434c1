// SPDX-License-Identifier: MIT

import Mortise

/// The key of a definition, as in Dip: its type, the types of its run-time arguments, and its tag.
///
/// Types are compared by identity: two types of one name in different scopes are different.
public struct DefinitionKey: Hashable, CustomStringConvertible, Sendable {
    /// The registered type.
    public let type: Any.Type
    /// The type of the run-time arguments: a tuple if there are several, `Void` if there are none.
    public let typeOfArguments: Any.Type
    /// The tag.
    public let tag: DependencyContainer.Tag?

    /// Creates a key; new in Mortise.
    ///
    /// - Parameters:
    ///   - type: The registered type.
    ///   - typeOfArguments: The type of the run-time arguments: a tuple if there are several.
    ///   - tag: The tag.
    public init(
        type: Any.Type,
        typeOfArguments: Any.Type = Void.self,
        tag: (any DependencyTagConvertible)? = nil
    ) {
        self.type = type
        self.typeOfArguments = typeOfArguments
        self.tag = tag?.dependencyTag
    }

    /// Dip 4.3's name for ``type``.
    @available(*, deprecated, renamed: "type")
    public var protocolType: Any.Type { type }

    /// Dip 4.3's name for ``tag``.
    @available(*, deprecated, renamed: "tag")
    public var associatedTag: DependencyContainer.Tag? { tag }

    /// Dip 4.3's predecessor of ``typeOfArguments``: the type of the whole factory.
    @available(
        *,
        unavailable,
        renamed: "typeOfArguments",
        message: "it is the type of the arguments alone"
    )
    public var factoryType: Any.Type { typeOfArguments }

    init(_ key: KeyWords) {
        self.init(
            type: key.metatype,
            typeOfArguments: key.argumentsMetatype ?? Void.self,
            tag: DependencyContainer.Tag(key.tag)
        )
    }

    var requested: KeyWords {
        KeyWords(type, arguments: typeOfArguments, tag: tag?.engineTag)
    }

    /// The key in one line.
    public var description: String {
        "type: \(type), arguments: \(typeOfArguments), tag: \(tag.map { "\($0)" } ?? "nil")"
    }

    /// Whether two keys are the same.
    ///
    /// - Parameters:
    ///   - lhs: A key.
    ///   - rhs: Another one.
    /// - Returns: Whether type, argument types and tag are equal.
    public static func == (lhs: DefinitionKey, rhs: DefinitionKey) -> Bool {
        lhs.type == rhs.type && lhs.typeOfArguments == rhs.typeOfArguments && lhs.tag == rhs.tag
    }

    /// Hashes the key.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        hasher.combine(ObjectIdentifier(typeOfArguments))
        hasher.combine(tag)
    }
}
