// SPDX-License-Identifier: MIT

#if Services
public import Mortise

extension UnisolatedDefinition where Instance: Sendable {
    /// Adds work that `runServices` does with the instance once, at the start.
    ///
    /// ```swift
    /// app.register(.singleton) { Migrator(database: $0) }
    ///     .onStart(deadline: .seconds(60)) { try await $0.migrate() }
    /// ```
    ///
    /// It runs after everything that the instance depends on has begun to run, and it has ended
    /// before anything that depends on the instance begins. Unlike a service, it may return.
    ///
    /// If it throws, all services are shut down in order, and `runServices` throws the error. What
    /// comes later does not begin. If the time is over, the work is cancelled and left behind, and
    /// the error is a ``ServicesError`` with code `hook-timed-out`. A request to shut down does not
    /// interrupt it. Cancelling the services cancels it.
    ///
    /// Several hooks of one definition run in the order written. One that is added at the same place
    /// again, as in a loop, takes the place of the first.
    ///
    /// - Parameters:
    ///   - deadline: How long it may take. By default there is no limit.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - start: Gets the instance. Runs once for each call of `runServices`, on no actor.
    /// - Returns: The definition.
    /// - Precondition: It is a singleton, eager or not.
    @discardableResult
    public func onStart(
        deadline: Duration? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ start: @escaping @Sendable (Instance) async throws -> Void
    ) -> Self {
        refined {
            $0.contribute("onStart", file, line, hook: column) { instance in
                .hooks(start: Hook(deadline: deadline) { try await start(instance) }, stop: nil)
            }
        }
    }

    /// Adds work that `runServices` does with the instance once, when it shuts the services down.
    ///
    /// It runs after everything that depends on the instance has ended, and before anything that the
    /// instance depends on is told to shut down. The container is closed later. It does not run if
    /// the shutdown came before its turn to start, nor after the services were cancelled: what must
    /// happen in any case belongs in `onClose`.
    ///
    /// If it throws, the shutdown goes on, and `runServices` throws the error. If the time is over,
    /// the work is cancelled and left behind, and the error is a ``ServicesError`` with code
    /// `hook-timed-out`.
    ///
    /// Several hooks of one definition run in the reverse of the order written.
    ///
    /// - Parameters:
    ///   - deadline: How long it may take. By default there is no limit.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - stop: Gets the instance. Runs at most once for each call of `runServices`, on no actor.
    /// - Returns: The definition.
    /// - Precondition: It is a singleton, eager or not.
    @discardableResult
    public func onStop(
        deadline: Duration? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ stop: @escaping @Sendable (Instance) async throws -> Void
    ) -> Self {
        refined {
            $0.contribute("onStop", file, line, hook: column) { instance in
                .hooks(start: nil, stop: Hook(deadline: deadline) { try await stop(instance) })
            }
        }
    }

    /// Adds work that `runServices` does with the instance at the start, and work for the shutdown.
    ///
    /// ```swift
    /// app.register(.singleton) { Cache() }
    ///     .onStart { try await $0.warmUp() } onStop: { await $0.flush() }
    /// ```
    ///
    /// The work for the shutdown is done only if that at the start succeeded.
    ///
    /// - Parameters:
    ///   - deadline: How long each of them may take. By default there is no limit.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - start: Gets the instance. Runs once for each call of `runServices`, on no actor.
    ///   - stop: Gets the instance. Runs at most once for each call of `runServices`, on no actor.
    /// - Returns: The definition.
    /// - Precondition: It is a singleton, eager or not.
    @discardableResult
    public func onStart(
        deadline: Duration? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ start: @escaping @Sendable (Instance) async throws -> Void,
        onStop stop: @escaping @Sendable (Instance) async throws -> Void
    ) -> Self {
        refined {
            $0.contribute("onStart", file, line, hook: column) { instance in
                .hooks(
                    start: Hook(deadline: deadline) { try await start(instance) },
                    stop: Hook(deadline: deadline) { try await stop(instance) }
                )
            }
        }
    }
}
#endif
