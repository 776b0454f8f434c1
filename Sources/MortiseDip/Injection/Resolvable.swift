// SPDX-License-Identifier: MIT

public import Mortise

/// An instance that takes part in its own resolution, as in Dip.
///
/// The dynamic type counts, even behind a protocol.
public protocol Resolvable: ResolutionAware {
    /// Called after the factory, before properties are injected and blocks run.
    ///
    /// Its dependencies from the container belong to the same graph.
    ///
    /// - Parameter container: The container of the instance's definition.
    func resolveDependencies(_ container: DependencyContainer)

    /// Called once, when the outermost resolve that made the instance ends.
    ///
    /// Instances are called in reverse order of creation. An instance that an error has dropped is not
    /// called. Resolving here starts a new resolve.
    func didResolveDependencies()
}

extension Resolvable {
    /// Does nothing.
    ///
    /// - Parameter container: The container.
    public func resolveDependencies(_ container: DependencyContainer) {}

    /// Does nothing.
    public func didResolveDependencies() {}

    /// Calls ``didResolveDependencies()``; the engine calls this method.
    public func didResolve() { didResolveDependencies() }
}
