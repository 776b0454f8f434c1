// SPDX-License-Identifier: MIT

/// Why something could not be resolved (D-98).
///
/// What the original had no word for, since it ended the program, is an error of the engine:
/// `ResolutionError`, with code `cycle`, `too-deep` or `argument-not-hashable` for instance. What a factory or
/// a block of yours throws is thrown as it is (D-32).
public enum DipError: Error {
    /// Nothing is registered for a key.
    case definitionNotFound(key: DefinitionKey)
    /// A property that injects itself could not be resolved, and is required (D-65).
    ///
    /// The label is the name of what the instance stores: `"_x"` for a property `@Injected var x`.
    case autoInjectionFailed(label: String?, type: Any.Type, underlyingError: any Error)
    /// A parameter of a factory could not be resolved, or the factory threw when all of them were (D-55).
    case autoWiringFailed(type: Any.Type, underlyingError: any Error)
    /// Several definitions have the most parameters (D-52).
    case ambiguousDefinitions(type: Any.Type, definitions: [any DefinitionType])
    /// An instance is not of the type that its definition was said to implement (D-91).
    case invalidType(resolved: Any?, key: DefinitionKey)
}

extension DipError: CustomStringConvertible {
    /// What is wrong, and what to look at.
    public var description: String {
        switch self {
        case .definitionNotFound(let key):
            """
            Nothing is registered for \(key). Look at the tag, at the type, and at the number, the order and \
            the types of the arguments.
            """
        case .autoInjectionFailed(let label, let type, let error):
            "The property \(label.map { "\"\($0)\" " } ?? "")of type \(type) was not injected: \(error)"
        case .autoWiringFailed(let type, let error):
            "\(type) was not auto-wired: \(error)"
        case .ambiguousDefinitions(let type, let definitions):
            "\(type) has \(definitions.count) definitions with the most parameters: "
                + definitions.map { "\($0)" }.joined(separator: "; ")
        case .invalidType(let resolved, let key):
            "\(resolved.map { "\($0)" } ?? "nil") is no \(key.type), as its definition says"
        }
    }
}

// @unchecked: a definition may be used by any thread; what a factory returned as the wrong type is only
// shown here, and is for whoever resolves to look at, as it would have been had it been the right one.
extension DipError: @unchecked Sendable {}

// What 4.3 called them, to make one. A pattern that takes one apart must be written anew. The compiler has no
// word for that: of a pattern it looks at neither whether a case is deprecated nor whether it is available, and a
// case of the old name would be caught by nobody. What it does name is the first label that is missing.
extension DipError {
    /// What 4.3 called ``definitionNotFound(key:)``.
    ///
    /// - Parameters:
    ///   - now_definitionNotFound: Leave it out. It is there to be named where a pattern has the old name.
    ///   - key: The key.
    /// - Returns: The error.
    @available(*, deprecated, renamed: "definitionNotFound(key:)")
    public static func DefinitionNotFound(
        now_definitionNotFound: Void = (),
        key: DefinitionKey
    ) -> DipError {
        .definitionNotFound(key: key)
    }

    /// What 4.3 called ``autoInjectionFailed(label:type:underlyingError:)``.
    ///
    /// - Parameters:
    ///   - now_autoInjectionFailed: Leave it out. It is there to be named where a pattern has the old name.
    ///   - label: The name of the property.
    ///   - type: The type of the property.
    ///   - underlyingError: Why.
    /// - Returns: The error.
    @available(*, deprecated, renamed: "autoInjectionFailed(label:type:underlyingError:)")
    public static func AutoInjectionFailed(
        now_autoInjectionFailed: Void = (),
        label: String?,
        type: Any.Type,
        underlyingError: any Error
    ) -> DipError {
        .autoInjectionFailed(label: label, type: type, underlyingError: underlyingError)
    }

    /// What 4.3 called ``ambiguousDefinitions(type:definitions:)``.
    ///
    /// - Parameters:
    ///   - now_ambiguousDefinitions: Leave it out. It is there to be named where a pattern has the old name.
    ///   - type: The type.
    ///   - definitions: The definitions.
    /// - Returns: The error.
    @available(*, deprecated, renamed: "ambiguousDefinitions(type:definitions:)")
    public static func AmbiguousDefinitions(
        now_ambiguousDefinitions: Void = (),
        type: Any.Type,
        definitions: [any DefinitionType]
    ) -> DipError {
        .ambiguousDefinitions(type: type, definitions: definitions)
    }
}
