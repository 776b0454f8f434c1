// SPDX-License-Identifier: MIT

import MortiseGraph

// Not beside the type: what metadata leads to stays in every program, and with it the pointers to all
// asynchronous functions of its file.

extension AsyncProvider {
    /// Resolves an instance, with run-time arguments if its factory takes some.
    ///
    /// - Parameter arguments: The factory's parameters after the resolver, in order, if it has
    ///   some.
    /// - Returns: The instance, as ``AsyncContainer`` resolves it.
    /// - Throws: ``ResolutionError``; with code `container-gone` if the container no longer exists;
    ///   `CancellationError` if the task was cancelled while it waited.
    public func callAsFunction<each Argument>(
        _ arguments: repeat each Argument
    ) async throws -> Instance {
        do {
            let container = try source.living()
            let tuple = (repeat each arguments)
            if source.tag == nil, source.tagRule == .exact, !source.isOptional,
                (repeat each Argument).self == Void.self
            {
                return try await container.async.resolve(Instance.self)
            }
            return try await container.async.session { try source.ask(container, tuple) }
        } catch { throw source.advised(error) }
    }
}
