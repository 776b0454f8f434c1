// SPDX-License-Identifier: MIT

/// The reason why resolving failed, as Dip tells it.
///
/// Some failures end the program in the original, so it has no case for them. They are errors of the engine:
/// `ResolutionError`, with code `cycle`, `too-deep` or `argument-not-hashable` for instance. Errors of your
/// factories and blocks pass unchanged.
public enum DipError: Error {
    /// Nothing is registered for a key.
    case definitionNotFound(key: DefinitionKey)
    /// A required self-injecting property could not be resolved.
    ///
    /// The label is the name of the stored property: `"_x"` for `@Injected var x`.
    case autoInjectionFailed(label: String?, type: Any.Type, underlyingError: any Error)
    /// A parameter of a factory could not be resolved, or the factory threw with all of them.
    case autoWiringFailed(type: Any.Type, underlyingError: any Error)
    /// Several definitions tie for the most parameters.
    case ambiguousDefinitions(type: Any.Type, definitions: [any DefinitionType])
    /// An instance is not of the type that its definition claims to implement.
    case invalidType(resolved: Any?, key: DefinitionKey)
}

extension DipError: CustomStringConvertible {
    /// The error, with a hint.
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

// @unchecked: a definition is thread-safe. A factory's result of the wrong type is only shown here; the code
// that resolved it may read it, as if the type had been right.
extension DipError: @unchecked Sendable {}

// Dip 4.3's names, for making errors. A pattern that matches one must be rewritten. The compiler cannot say
// so: in a pattern it ignores deprecation and availability, and a case with the old name would never match.
// It does name the first label that is missing.
extension DipError {
    /// Dip 4.3's name for ``definitionNotFound(key:)``.
    ///
    /// - Parameters:
    ///   - now_definitionNotFound: Defaults to `()`. The compiler names it where a pattern has the old name.
    ///   - key: The key.
    /// - Returns: The error.
    @available(*, deprecated, renamed: "definitionNotFound(key:)")
    public static func DefinitionNotFound(
        now_definitionNotFound: Void = (),
        key: DefinitionKey
    ) -> DipError {
        .definitionNotFound(key: key)
    }

    /// Dip 4.3's name for ``autoInjectionFailed(label:type:underlyingError:)``.
    ///
    /// - Parameters:
    ///   - now_autoInjectionFailed: Defaults to `()`. The compiler names it where a pattern has the old name.
    ///   - label: The name of the property.
    ///   - type: The type of the property.
    ///   - underlyingError: The cause.
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

    /// Dip 4.3's name for ``ambiguousDefinitions(type:definitions:)``.
    ///
    /// - Parameters:
    ///   - now_ambiguousDefinitions: Defaults to `()`. The compiler names it where a pattern has the old
    ///     name.
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
