// SPDX-License-Identifier: MIT

#if Services
import Logging
import Mortise
import MortiseGraph
import ServiceLifecycle
import Synchronization
import UnixSignals

/// One call of `runServices`: does what ``RunProgress`` decides.
final class ServicesRun: Sendable {
    let container: Container
    let settings: Settings

    struct Settings: Sendable {
        let signals: [UnixSignal]
        let logger: Logger
        let gracePeriod: Duration?
        let cancellationPeriod: Duration?
        let closeDeadline: Duration?
        let isMakingAtOnce: Bool
    }

    /// What there is to stop and to cancel.
    private struct Handles: Sendable {
        var making: Task<[ManagedService], any Error>?
        var group: ServiceGroup?
        var running: Task<Void, any Error>?
        var hasGroupBegun = false
        var timers: [Task<Void, any Error>] = []
        /// Resumed when the group has ended, or nobody waits for it any longer.
        var end: CheckedContinuation<Void, Never>?
        var hasEnded = false
    }

    private struct State: Sendable {
        var progress = RunProgress()
        var handles = Handles()
        var services: [ManagedService] = []
    }

    private let state = Mutex(State())

    init(_ container: Container, _ settings: Settings) {
        self.container = container
        self.settings = settings
    }

    private var logger: Logger { settings.logger }

    // MARK: The course of a run

    /// Does everything, in a task that is never cancelled.
    func perform() async throws {
        // Before anything is made: otherwise a signal would end the program with everything open.
        let signals = await UnixSignalsSequence(trapping: settings.signals)
        let listening = Task {
            for await signal in signals { receive(signal) }
        }
        if let services = await make(), begin(services) { await waitForEnd() }
        let closeError = await close()
        listening.cancel()
        try conclude(closeError)
    }

    private func make() async -> [ManagedService]? {
        let making = Task {
            try await ManagedServices(container, logger).made(atOnce: settings.isMakingAtOnce)
        }
        let isUnwanted = state.withLock { state in
            state.handles.making = making
            return state.progress.isStopping || state.progress.cancellation != nil
        }
        if isUnwanted { making.cancel() }
        do {
            return try await making.value
        } catch {
            state.withLock { $0.progress.failMaking(error) }
            return nil
        }
    }

    /// Starts the group.
    ///
    /// - Returns: Whether there is one.
    private func begin(_ services: [ManagedService]) -> Bool {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.enumerated().map { index, managed in
                    ServiceGroupConfiguration.ServiceConfiguration(
                        service: ManagedElement(managed: managed, index: index, run: self),
                        successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .gracefullyShutdownGroup
                    )
                },
                logger: logger
            )
        )
        let running: Task<Void, any Error>? = state.withLock { state in
            state.services = services
            guard state.progress.begin(services.count) else { return nil }
            state.handles.group = group
            let running = Task { try await group.run() }
            state.handles.running = running
            return running
        }
        guard let running else { return false }
        Task {
            _ = await running.result
            end()
        }
        return true
    }

    private func waitForEnd() async {
        await withCheckedContinuation { waiter in
            let hasEnded = state.withLock { state in
                if !state.handles.hasEnded { state.handles.end = waiter }
                return state.handles.hasEnded
            }
            if hasEnded { waiter.resume() }
        }
    }

    private func end() {
        let (waiter, timers) = state.withLock { state in
            state.handles.hasEnded = true
            state.progress.close()
            defer {
                state.handles.end = nil
                state.handles.timers = []
            }
            return (state.handles.end, state.handles.timers)
        }
        for timer in timers { timer.cancel() }
        waiter?.resume()
    }

    private func close() async -> CloseError? {
        state.withLock { $0.progress.close() }
        do {
            if let deadline = settings.closeDeadline {
                try await container.close(deadline: deadline)
            } else {
                try await container.close()
            }
            return nil
        } catch {
            return error
        }
    }

    private func conclude(_ closeError: CloseError?) throws {
        let (progress, services) = state.withLock { ($0.progress, $0.services) }
        if let cancellation = progress.cancellation {
            try conclude(cancellation, progress, services)
        }
        if let failure = progress.failure { throw failure }
        if case .caller = progress.cancellation { throw CancellationError() }
        if let closeError { throw closeError }
    }

    private func conclude(
        _ cancellation: RunProgress.Cancellation,
        _ progress: RunProgress,
        _ services: [ManagedService]
    ) throws {
        let (code, fact, hint): (ServicesError.Code, String, String)
        switch cancellation {
        case .signal(let signal):
            code = .cancelledBySignal
            fact = "A second signal, \(signal), came before the program had ended"
            hint = "the first signal shuts down in order, the second one cancels"
        case .gracePeriod:
            code = .gracePeriodExceeded
            let period = settings.gracePeriod.map { "\($0)" } ?? "time"
            fact = "The services did not shut down within \(period), so they were cancelled"
            hint =
                "a service must return when it is told to shut down; or give it more time "
                + "with gracePeriod:"
        case .caller:
            guard !progress.leftBehind.isEmpty else { return }
            code = .leftBehind
            fact = "The task was cancelled, and services did not end in time"
            hint = "a service must return when its task is cancelled"
        }
        throw ServicesError(
            code,
            fact: fact,
            services: progress.interrupted.map { services[$0].step },
            leftBehind: progress.leftBehind.map { services[$0].step },
            underlying: progress.failure,
            hint: hint
        )
    }

    // MARK: Stopping and cancelling

    private func receive(_ signal: UnixSignal) {
        switch state.withLock({ $0.progress.receive() }) {
        case .stop:
            logger.info("Shutting down", metadata: ["signal": "\(signal)"])
            stop()
        case .cancel:
            // Who reads that can rely on it.
            cancel(.signal(signal))
            logger.warning("Cancelling all services", metadata: ["signal": "\(signal)"])
        case .nothing: break
        }
    }

    var isStopping: Bool { state.withLock { $0.progress.isStopping } }

    /// Shuts down in order: cancels what is being made, or tells the group.
    func stop() {
        let (isNew, skipped, making, group) = state.withLock { state in
            let (isNew, skipped) = state.progress.stop()
            let group = state.handles.hasGroupBegun ? state.handles.group : nil
            return (isNew, skipped, state.handles.making, group)
        }
        guard isNew else { return }
        making?.cancel()
        for waiter in skipped { waiter.resume(returning: false) }
        if let group { shutDown(group) }
    }

    /// Tells the group of an earlier request to stop, now that it is there.
    func groupHasBegun() {
        let group = state.withLock { state -> ServiceGroup? in
            guard !state.handles.hasGroupBegun else { return nil }
            state.handles.hasGroupBegun = true
            return state.progress.isStopping ? state.handles.group : nil
        }
        if let group { shutDown(group) }
    }

    private func shutDown(_ group: ServiceGroup) {
        Task { await group.triggerGracefulShutdown() }
        schedule(settings.gracePeriod) { $0.exceedGracePeriod() }
    }

    private func exceedGracePeriod() {
        guard cancel(.gracePeriod) else { return }
        logger.warning("Cancelling all services, because the grace period is over")
    }

    /// Cancels what is being made, or the group.
    ///
    /// - Returns: Whether there was something to cancel.
    @discardableResult
    func cancel(_ cause: RunProgress.Cancellation) -> Bool {
        let (isNew, making, running) = state.withLock { state in
            (state.progress.cancel(cause), state.handles.making, state.handles.running)
        }
        guard isNew else { return false }
        making?.cancel()
        guard let running else { return true }
        running.cancel()
        schedule(settings.cancellationPeriod) { $0.abandon() }
        return true
    }

    /// Stops waiting for the group.
    private func abandon() {
        let names = state.withLock { state -> String? in
            guard !state.handles.hasEnded else { return nil }
            state.progress.abandon()
            return state.progress.leftBehind.map { "\(state.services[$0].step.named)" }
                .joined(separator: ", ")
        }
        guard let names else { return }
        logger.error("Leaving services behind", metadata: ["services": "\(names)"])
        end()
    }

    private func schedule(
        _ period: Duration?,
        _ action: @escaping @Sendable (ServicesRun) -> Void
    ) {
        guard let period else { return }
        let timer = Task {
            try await period.sleep()
            action(self)
        }
        let isTooLate = state.withLock { state in
            if !state.handles.hasEnded { state.handles.timers.append(timer) }
            return state.handles.hasEnded
        }
        if isTooLate { timer.cancel() }
    }

    // MARK: Elements

    /// Waits until it is an element's turn to begin.
    ///
    /// - Returns: Whether it is. Otherwise the turn will not come.
    func turn(of index: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                switch state.withLock({ $0.progress.await(index, waiter) }) {
                case .now: waiter.resume(returning: true)
                case .never: waiter.resume(returning: false)
                case .later: break
                }
            }
        } onCancel: {
            state.withLock { $0.progress.leave(index) }?.resume(returning: false)
        }
    }

    /// An element has begun, so it is the next one's turn.
    func begun(_ index: Int) {
        state.withLock { $0.progress.begun(index) }?.resume(returning: true)
    }

    /// A hook has begun, and has nothing to do before the shutdown.
    func rest(_ index: Int) {
        begun(index)
        state.withLock { $0.progress.rest(index) }
    }

    func wake(_ index: Int) { state.withLock { $0.progress.wake(index) } }

    func end(_ index: Int) { state.withLock { $0.progress.end(index) } }

    /// An element failed, so all others are shut down.
    func fail(_ index: Int, _ error: any Error) {
        state.withLock { $0.progress.fail(index, error) }
        stop()
    }
}
#endif
