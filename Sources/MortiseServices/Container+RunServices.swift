// SPDX-License-Identifier: MIT

#if Services
public import Logging
public import Mortise
import ServiceLifecycle
public import UnixSignals

extension Container {
    /// Makes the services of the container, runs them until the program is asked to stop, and closes
    /// the container.
    ///
    /// ```swift
    /// app.register(.singleton) { Importer(queue: $0) }.runs()
    /// try await app.runServices(logger: logger)
    /// ```
    ///
    /// Services begin in the order of the graph, each after all that it depends on, and are told to
    /// shut down in the reverse order, one at a time. The container is closed when all have ended,
    /// or if they never began.
    ///
    /// The first signal, or the graceful shutdown of an enclosing service group, shuts down in
    /// order: this returns. While instances are still being made, it cancels that. A second signal
    /// cancels all services. So does exceeding the grace period, and cancelling the calling task.
    /// Closing is not cancelled.
    ///
    /// If a service throws or returns, all others are shut down in order. A `CancellationError` that
    /// a service throws during a shutdown counts as returning. Call it once for each container, from
    /// any task.
    ///
    /// - Parameters:
    ///   - gracefulShutdownSignals: The signals that it traps, before anything is made. Pass none
    ///     where an enclosing service group traps them.
    ///   - logger: Where it, and the service group, report what happens.
    ///   - gracePeriod: How long all services together may take to shut down. Then they are
    ///     cancelled. By default there is no limit.
    ///   - cancellationPeriod: How long to wait for services that were cancelled. Then they are left
    ///     behind. By default there is no limit.
    ///   - closeDeadline: How long to wait for the closing of the container. By default there is no
    ///     limit.
    ///   - makingAtOnce: Whether services, and what has hooks, are made at the same time where they
    ///     do not need each other, and then other eager singletons likewise. Those of one key, such
    ///     as several of `any Service`, are made one after the other, as all are by default. If one
    ///     fails, no more are begun, and those under way are cancelled and awaited. The first error
    ///     is thrown, and others that come after it are logged. In which order they begin to run
    ///     does not change.
    /// - Throws: ``ServicesError`` if there was no service, or if the services were cancelled by a
    ///   signal or for the grace period. Otherwise the first error of a factory, a service or a
    ///   hook. Otherwise `CancellationError` if the calling task was cancelled before all had ended.
    ///   Otherwise `CloseError`. The container is closed in each case.
    public func runServices(
        gracefulShutdownSignals: [UnixSignal] = [.sigterm, .sigint],
        logger: Logger,
        gracePeriod: Duration? = nil,
        cancellationPeriod: Duration? = nil,
        closeDeadline: Duration? = nil,
        makingAtOnce: Bool = false
    ) async throws {
        let run = ServicesRun(
            self,
            ServicesRun.Settings(
                signals: gracefulShutdownSignals,
                logger: logger,
                gracePeriod: gracePeriod,
                cancellationPeriod: cancellationPeriod,
                closeDeadline: closeDeadline,
                isMakingAtOnce: makingAtOnce
            )
        )
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                // A task of its own, which the caller's cancellation does not reach.
                try await Task { try await run.perform() }.value
            } onGracefulShutdown: {
                run.stop()
            }
        } onCancel: {
            run.cancel(.caller)
        }
    }
}
#endif
