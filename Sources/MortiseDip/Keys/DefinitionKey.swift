// SPDX-License-Identifier: MIT

import Mortise

/// What a definition is registered under: a type, the types of its run-time arguments, and a tag (D-5).
///
/// Types are compared by identity, so two types of the same name in different places are two types.
public struct DefinitionKey: Hashable, CustomStringConvertible, Sendable {
    /// The registered type.
    public let type: Any.Type
    /// The type of the run-time arguments: a tuple if there are several, `Void` if there are none.
    public let typeOfArguments: Any.Type
    /// The tag.
    public let tag: DependencyContainer.Tag?

    /// Creates a key: new, the original has no public initializer.
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

    /// What 4.3 called ``type``.
    @available(*, deprecated, renamed: "type")
    public var protocolType: Any.Type { type }

    /// What 4.3 called ``tag``.
    @available(*, deprecated, renamed: "tag")
    public var associatedTag: DependencyContainer.Tag? { tag }

    /// What 4.3 had in the place of ``typeOfArguments``: the type of the whole factory.
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
    /// - Returns: Whether type, arguments and tag are.
    public static func == (lhs: DefinitionKey, rhs: DefinitionKey) -> Bool {
        lhs.type == rhs.type && lhs.typeOfArguments == rhs.typeOfArguments && lhs.tag == rhs.tag
    }

    /// Hashes the key.
    ///
    /// - Parameter hasher: Where to.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        hasher.combine(ObjectIdentifier(typeOfArguments))
        hasher.combine(tag)
    }
}
