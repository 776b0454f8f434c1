// SPDX-License-Identifier: MIT

/// An implementation that registers itself.
///
/// ```swift
/// struct RemoteRepository: Repository, InjectableDependencyProtocol {
///     static func register() {
///         Injector.global.addOrRegister(.init(Repository.self, key: "remote")) { RemoteRepository() }
///     }
/// }
/// ```
///
/// In version 2.1 the macro `@InjectableDependency(of:)` generates the conformance; Mortise has no such
/// macro.
public protocol InjectableDependencyProtocol {
    /// Registers the implementation.
    static func register()
}
