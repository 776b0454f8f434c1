// SPDX-License-Identifier: MIT

import MortiseGraph

// For vocabularies that are older than `Sendable`.

extension Container {
    /// Registers a factory whose instances the container keeps, whether they are `Sendable` or not.
    ///
    /// Unchecked: whoever registers sees to it that an instance that is not `Sendable` is used by one
    /// thread at a time, as it had to where the vocabulary comes from.
    @discardableResult
    package func registerUnchecked<T>(
        _ scope: Scope.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)?,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (_ resolver: inout Resolver) throws -> T
    ) -> Definition<T> {
        define(ErasedFactory(Factory(factory)), as: T.self, scope.kind, tag, file, line)
    }
}

extension Resolver {
    /// The tag that this factory's own instance was asked for with.
    package var requestedTag: Tag? { frame.requestedTag }
}
