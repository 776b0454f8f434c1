// SPDX-License-Identifier: MIT

/// Registers all implementations of a program.
///
/// ```swift
/// struct AppInjector: DependenciesInjectorProtocol {
///     func startInjection() {
///         RemoteRepository.register()
///         LocalRepository.register()
///     }
/// }
/// ```
///
/// In version 2.1 the macro `@DependenciesInjector(…)` generates the conformance; Mortise has no such macro.
public protocol DependenciesInjectorProtocol {
    /// Registers the implementations, in the order listed.
    func startInjection()
}
