// SPDX-License-Identifier: MIT

public import Mortise
import MortiseInjector

/// Selects the repository for the state of the connection.
public struct NetworkMonitor: Sendable {
    private let container: Container

    /// Makes a monitor.
    ///
    /// - Parameter container: The container of the selection.
    public init(_ container: Container) { self.container = container }

    /// Reacts to a change of the connection.
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

/// The monitor in the vocabulary of swift-dependency-injector.
public struct LegacyNetworkManager: Sendable {
    /// Makes a manager.
    public init() {}

    /// Reacts to a change of the connection.
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
