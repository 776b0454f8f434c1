// SPDX-License-Identifier: MIT

import GalaxyDomain
import ServiceLifecycle

/// Runs one import after the other, each in a scope of its own.
///
/// A source that cannot be read fails an import. A database that cannot be written ends the service,
/// and with it the program.
package struct Importer: Service {
    private let queue: ImportQueue
    private let perform: @Sendable (JobRecord) async throws -> Void

    /// Creates the service; `perform` opens the scope of a job, and runs it.
    package init(queue: ImportQueue, perform: @escaping @Sendable (JobRecord) async throws -> Void)
    {
        self.queue = queue
        self.perform = perform
    }

    package func run() async throws {
        for await id in queue.waiting.cancelOnGracefulShutdown() {
            let perform = perform
            try await queue.run(id) {
                try await cancelWhenGracefulShutdown { try await perform(JobRecord(id: id)) }
            }
        }
    }
}
