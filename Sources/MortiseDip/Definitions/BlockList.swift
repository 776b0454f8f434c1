// SPDX-License-Identifier: MIT

import Mortise

/// The blocks of a definition, shared by all its registrations.
///
/// The engine's definitions keep it, so it outlives the Dip definition.
final class BlockList<T>: Sendable {
    typealias Block = @Sendable (DependencyContainer, T) throws -> Void

    private let blocks = Locked<[Block]>([])

    func append(_ block: @escaping (DependencyContainer, T) throws -> Void) {
        // Unchecked: blocks run on any resolving thread, as they do in Dip.
        nonisolated(unsafe) let block = block
        blocks.withLock { $0.append { try block($0, $1) } }
    }

    /// Runs the blocks on an instance.
    func complete(_ instance: T, in container: DependencyContainer) throws {
        for block in blocks.withLock({ $0 }) { try block(container, instance) }
    }

    /// An injection step that runs all blocks that exist when it runs.
    func step(
        in home: DependencyContainer.Home
    ) -> @Sendable (inout Resolver, T) throws -> Void {
        { [self] resolver, instance in
            let container = home.current
            do {
                try complete(instance, in: container)
            } catch {
                throw resolver.explained(error) { DipError.wiringFailed(T.self, $0, in: container) }
            }
        }
    }
}
