// SPDX-License-Identifier: MIT

#if Observability
public import Logging
public import Mortise

extension Container {
    /// Writes what is built, what fails, and which scopes are open to a logger.
    ///
    /// ```swift
    /// let log = app.logEvents(to: Logger(label: "app.wiring"), slowerThan: .milliseconds(50))
    /// // built GalaxyStore (singleton) for Importer in 83 ms
    /// ```
    ///
    /// A failure that passes through several builds is one line, that of the innermost. A build that
    /// was cancelled is logged at `level`. Requests for instances that exist are not logged, and
    /// stay as fast as without a logger.
    ///
    /// The logger's own level decides what is written, not that of `Logger.current`. What is not
    /// written costs a comparison for each event.
    ///
    /// The log handler is called on the thread that resolves or closes, which waits for it. It holds
    /// no lock, so the handler may block, and may resolve. What it resolves itself is not logged.
    ///
    /// - Parameters:
    ///   - logger: Where the lines go.
    ///   - level: The level of what is built, and of waiting for what others build. Scopes, and
    ///     instances that are dropped or disposed of, are logged at `.trace`.
    ///   - failureLevel: The level of factories and disposers that throw.
    ///   - limit: Builds and waits that take less are left out. Failures never are.
    ///   - addsCurrentMetadata: Whether lines get the metadata of `Logger.current` as well, such as
    ///     the identifier of a request. An asynchronous singleton is made in a task that has none.
    ///     Pass `true` only if `LoggingSystem.bootstrap` was called before, or is never called: the
    ///     first use of `Logger.current` decides where it writes.
    /// - Returns: A token. Keep it for as long as you want the lines.
    public func logEvents(
        to logger: Logger,
        level: Logger.Level = .debug,
        failureLevel: Logger.Level = .error,
        slowerThan limit: Duration = .zero,
        addingCurrentMetadata addsCurrentMetadata: Bool = false
    ) -> ObservationToken {
        let log = EventLog(
            logger: logger,
            level: level,
            failureLevel: failureLevel,
            limit: limit,
            addsCurrentMetadata: addsCurrentMetadata
        )
        return observe { log.receive($0) }
    }
}
#endif
