// SPDX-License-Identifier: MIT

public import Mortise
public import MortiseInjector

/// The composition root, which chooses the types.
public enum Composition: Sendable {
    /// Registers everything in Mortise.
    ///
    /// - Parameter container: The container.
    /// - Throws: `ResolutionError` if the default is none of the implementations.
    public static func install(in container: Container) throws {
        try container.install(
            implementationsOf: (any Repository).self,
            default: RepositoryType.remote.rawValue
        ) {
            $0.register(.singleton, tag: RepositoryType.remote.rawValue) {
                RemoteRepository() as any Repository
            }
            $0.register(tag: RepositoryType.local.rawValue) {
                LocalRepository() as any Repository
            }
        }
        container.register { NumbersService() }
    }

    /// Registers everything in the vocabulary of swift-dependency-injector.
    ///
    /// - Parameter injector: The injector.
    public static func register(with injector: Injector) {
        injector.register(
            (any Repository).self,
            defaultDependency: RepositoryType.remote.rawValue,
            implementations: [
                RepositoryType.remote.rawValue: RemoteRepository.instance,
                RepositoryType.local.rawValue: LocalRepository.instance,
            ]
        )
        injector.register(NumbersService.self) { NumbersService() }
    }
}
