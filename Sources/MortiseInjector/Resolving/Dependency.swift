// SPDX-License-Identifier: MIT

/// An injection as a value: the abstraction and the mode.
///
/// ```swift
/// let remote = Dependency(Repository.self, injectionType: .singleton, constrainedTo: "remote")
/// let repository = Injector.global.get(remote)
/// ```
///
/// In version 2.1 the macro `@InjectedConstructor` reads such values; Mortise has no such macro.
public struct Dependency<Abstraction>: Hashable, Sendable {
    /// The name of the target property; `nil` for the abstraction's name.
    public let name: String?
    /// A new instance or the singleton.
    public let injectionType: InjectionType
    /// The key of the implementation; `nil` for the selected one.
    public let key: String?

    /// Creates an injection.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - name: The name of the target property.
    ///   - injectionType: A new instance or the singleton. Defaults to a new one, like the original's macro,
    ///     which ignores its initializer's default of a singleton.
    ///   - key: The key of the implementation; defaults to the selected one.
    public init(
        _ abstraction: Abstraction.Type,
        name: String? = nil,
        injectionType: InjectionType = .regular,
        constrainedTo key: String? = nil
    ) {
        self.name = name
        self.injectionType = injectionType
        self.key = key
    }
}
