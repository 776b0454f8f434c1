// SPDX-License-Identifier: MIT

#if Services
import MortiseGraph
import ServiceLifecycle

/// A service or hooks in the group of a run, which begin when their turn comes.
///
/// It returns only when the group has told it to shut down: a group that is shutting down cancels
/// everything if another element than the current one returns.
struct ManagedElement: Service, CustomStringConvertible {
    let managed: ManagedService
    let index: Int
    let run: ServicesRun

    /// The key, as the group logs it.
    var description: String { "\(managed.place.key)" }

    func run() async throws {
        run.groupHasBegun()
        guard await run.turn(of: index) else {
            await waitForShutdown()
            return
        }
        do {
            switch managed.work {
            case .service(let service):
                do {
                    try await begin(service)
                } catch is CancellationError where run.isStopping {
                    // Ending its work in this way is a common answer to a shutdown.
                }
                run.end(index)
                if !Task.isCancelled { run.stop() }
                await waitForShutdown()
            case .hooks(let start, let stop):
                if let start { try await perform(start) }
                run.rest(index)
                if await waitForShutdown(), let stop {
                    run.wake(index)
                    try await perform(stop)
                }
                run.end(index)
            }
        } catch {
            run.fail(index, error)
            throw error
        }
    }

    /// Runs a service, and passes the turn on when it has begun.
    private func begin(_ service: any Service) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                // Up to its first suspension it runs before the turn passes on.
                group.addImmediateTask { try await service.run() }
                run.begun(index)
            } else {
                group.addTask {
                    run.begun(index)
                    try await service.run()
                }
            }
            try await group.next()
        }
    }

    private func perform(_ hook: Hook) async throws {
        guard try await hook.run() else {
            throw ServicesError(
                .hookTimedOut,
                fact: "A hook did not end within \(hook.deadline.map { "\($0)" } ?? "its time")",
                services: [managed.step],
                hint: "it was cancelled and left behind; give it more time with deadline:"
            )
        }
    }

    /// - Returns: Whether the group shuts down, and is not cancelled.
    @discardableResult
    private func waitForShutdown() async -> Bool {
        do {
            try await gracefulShutdown()
            return !Task.isCancelled
        } catch {
            return false
        }
    }
}
#endif
