// SPDX-License-Identifier: MIT

package import MortiseGraph

extension TypeName {
    /// Creates the name of a run-time type, spelled as in source code.
    package init(of type: Any.Type) {
        let name = (type as? any ComposedType.Type)?.qualifiedName ?? String(reflecting: type)
        self.init(TypeLayout.isExistential(type) && name != "Any" ? "any \(name)" : name)
    }

    /// The names of a tuple's element types, or of the type itself if it is no tuple.
    static func elements(of type: Any.Type) -> [TypeName] {
        KeyWords.elements(of: type).map(TypeName.init(of:))
    }
}

/// A generic type in whose name the runtime omits the `any` of its arguments.
private protocol ComposedType {
    static var qualifiedName: String { get }
}

extension Array: ComposedType {
    fileprivate static var qualifiedName: String {
        "Swift.Array<\(TypeName(of: Element.self).qualified)>"
    }
}

extension Dictionary: ComposedType {
    fileprivate static var qualifiedName: String {
        let value = TypeName(of: Value.self)
        return "Swift.Dictionary<\(TypeName(of: Key.self).qualified), \(value.qualified)>"
    }
}

extension Optional: ComposedType {
    fileprivate static var qualifiedName: String {
        "Swift.Optional<\(TypeName(of: Wrapped.self).qualified)>"
    }
}

extension Provider: ComposedType {
    fileprivate static var qualifiedName: String {
        "Mortise.Provider<\(TypeName(of: Instance.self).qualified)>"
    }
}
