// SPDX-License-Identifier: MIT

/// What registers all implementations of a program (S-74).
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
/// In version 2.1 the macro `@DependenciesInjector(…)` writes this; that is not here.
public protocol DependenciesInjectorProtocol {
    /// Registers the implementations, in the order in which they are named.
    func startInjection()
}
