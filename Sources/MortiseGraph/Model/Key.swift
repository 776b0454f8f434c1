// SPDX-License-Identifier: MIT

/// The key of a request: a type, the types of the run-time arguments, and a tag.
///
/// ```swift
/// let clock = Key("any App.Clock")
/// let socket = Key("any App.Transport", arguments: ["App.URL", "Swift.Int"], tag: "secure")
/// ```
public struct Key: Hashable, Sendable {
    /// The requested type.
    public var type: TypeName

    /// The types of the arguments passed while resolving, in order.
    public var arguments: [TypeName]

    /// The tag, or `nil` for the definition without one.
    public var tag: DefinitionTag?

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - type: The requested type.
    ///   - arguments: The types of the arguments passed while resolving, in order.
    ///   - tag: The tag, or `nil` for the definition without one.
    public init(_ type: TypeName, arguments: [TypeName] = [], tag: DefinitionTag? = nil) {
        self.type = type
        self.arguments = arguments
        self.tag = tag
    }
}

extension Key: CustomStringConvertible {
    /// The key with short type names, such as `any Transport (URL, Int) "secure"`.
    public var description: String {
        spelled(\.description)
    }

    /// The key with qualified type names, such as `any App.Transport (App.URL, Swift.Int)`.
    public var qualified: String {
        spelled(\.qualified)
    }

    private func spelled(_ spelling: (TypeName) -> String) -> String {
        var text = spelling(type)
        if !arguments.isEmpty {
            text += " (\(arguments.map(spelling).joined(separator: ", ")))"
        }
        switch tag {
        case .member(let member): return "\(member): \(text)"
        case let tag?: return "\(text) \(tag.debugDescription)"
        case nil: return text
        }
    }
}
