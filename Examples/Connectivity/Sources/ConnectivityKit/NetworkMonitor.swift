// SPDX-License-Identifier: MIT

public import Mortise
import MortiseInjector

/// Selects the repository that fits the connection.
public struct NetworkMonitor: Sendable {
    private let container: Container

    /// Makes a monitor.
    ///
    /// - Parameter container: Where to select.
    public init(_ container: Container) { self.container = container }

    /// The connection has come or gone.
    ///
    /// - Parameter isAvailable: Whether there is one.
    /// - Returns: Whether another repository was selected.
    /// - Throws: `ResolutionError` if the repository is not registered.
    @discardableResult
    public func connectionChanged(isAvailable: Bool) throws -> Bool {
        let type: RepositoryType = isAvailable ? .remote : .local
        return try container.select(type.rawValue, for: (any Repository).self)
    }
}

/// The same, as it was written before.
public struct LegacyNetworkManager: Sendable {
    /// Makes a manager.
    public init() {}

    /// The connection has come or gone.
    ///
    /// - Parameter isNetworkAvailable: Whether there is one.
    public func validateConnection(isNetworkAvailable: Bool) {
        let repositoryImplementation: RepositoryType = isNetworkAvailable ? .remote : .local
        Injector.updateDependencyKey(
            of: (any Repository).self,
            newKey: repositoryImplementation.rawValue
        )
    }
}
