// SPDX-License-Identifier: MIT

public import Mortise

/// An instance that takes part in its own resolving (D-75).
///
/// It is the instance's own type that counts, also behind a protocol.
public protocol Resolvable: ResolutionAware {
    /// Called after the factory, before properties are injected and blocks run (D-30).
    ///
    /// What it resolves from the container belongs to the same graph.
    ///
    /// - Parameter container: The container of the instance's definition.
    func resolveDependencies(_ container: DependencyContainer)

    /// Called once, when the outermost resolve that made the instance is over (D-76).
    ///
    /// In reverse order of creation, and not if the instance was dropped because something threw. Resolving
    /// here starts a new resolve (D-77).
    func didResolveDependencies()
}

extension Resolvable {
    /// Does nothing.
    ///
    /// - Parameter container: The container.
    public func resolveDependencies(_ container: DependencyContainer) {}

    /// Does nothing.
    public func didResolveDependencies() {}

    /// Calls ``didResolveDependencies()``: the engine knows it by this name.
    public func didResolve() { didResolveDependencies() }
}
