// SPDX-License-Identifier: MIT

/// What is to be injected: an abstraction, and how (S-74).
///
/// ```swift
/// let remote = Dependency(Repository.self, injectionType: .singleton, constrainedTo: "remote")
/// let repository = Injector.global.get(remote)
/// ```
///
/// In version 2.1 a value of this kind is what `@InjectedConstructor` reads; that macro is not here.
public struct Dependency<Abstraction>: Hashable, Sendable {
    /// How the property is called that it is for; `nil` for what the abstraction is called.
    public let name: String?
    /// Which instance.
    public let injectionType: InjectionType
    /// The key of the implementation; `nil` for the selected one.
    public let key: String?

    /// What to inject.
    ///
    /// - Parameters:
    ///   - abstraction: The type that is injected.
    ///   - name: How the property is called that it is for.
    ///   - injectionType: Which instance. Without it a new one, as the macro has it: what the original's
    ///     initializer says, a singleton, it leaves out of account (S-75).
    ///   - key: The key of the implementation; without one that is injected which is selected.
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
