// SPDX-License-Identifier: MIT

#if Services
public import Mortise
public import ServiceLifecycle

extension ModuleDefinition where Instance: Service {
    /// Makes the instance one of the services that `runServices` runs.
    ///
    /// Works like `runs()` of `Definition`, wherever the definition is registered.
    ///
    /// - Parameters:
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The definition of a service.
    public func runs(file: StaticString = #fileID, line: UInt32 = #line) -> Self {
        refined { $0.runs(file: file, line: line) }
    }
}

extension ModuleDefinition where Instance == any Service {
    /// Makes the instance one of the services that `runServices` runs.
    ///
    /// Works like `runs()` of `Definition`, wherever the definition is registered.
    ///
    /// - Parameters:
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The definition of a service, which contributes.
    public func runs(file: StaticString = #fileID, line: UInt32 = #line) -> Self {
        refined { $0.runs(file: file, line: line) }
    }
}

extension ModuleDefinition {
    /// Makes the instance, as a service, one of those that `runServices` runs.
    ///
    /// Works like `runs(_:)` of `Definition`, wherever the definition is registered.
    ///
    /// - Parameters:
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - convert: Gives the service. Runs each time `runServices` is called, on any thread.
    /// - Returns: The definition of a service.
    public func runs(
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ convert: @escaping @Sendable (Instance) -> any Service
    ) -> Self {
        refined { $0.runs(file: file, line: line, convert) }
    }
}

extension ModuleDefinition where Instance: Sendable {
    /// Adds work that `runServices` does with the instance once, at the start.
    ///
    /// Works like `onStart` of `Definition`, wherever the definition is registered.
    ///
    /// - Parameters:
    ///   - deadline: How long it may take. By default there is no limit.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - start: Gets the instance. Runs once for each call of `runServices`, on no actor.
    /// - Returns: The definition with the hook.
    public func onStart(
        deadline: Duration? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ start: @escaping @Sendable (Instance) async throws -> Void
    ) -> Self {
        refined { $0.onStart(deadline: deadline, file: file, line: line, column: column, start) }
    }

    /// Adds work that `runServices` does with the instance once, when it shuts the services down.
    ///
    /// Works like `onStop` of `Definition`, wherever the definition is registered.
    ///
    /// - Parameters:
    ///   - deadline: How long it may take. By default there is no limit.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - stop: Gets the instance. Runs at most once for each call of `runServices`, on no actor.
    /// - Returns: The definition with the hook.
    public func onStop(
        deadline: Duration? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ stop: @escaping @Sendable (Instance) async throws -> Void
    ) -> Self {
        refined { $0.onStop(deadline: deadline, file: file, line: line, column: column, stop) }
    }

    /// Adds work that `runServices` does with the instance at the start, and work for the shutdown.
    ///
    /// Works like `onStart` of `Definition`, wherever the definition is registered.
    ///
    /// - Parameters:
    ///   - deadline: How long each of them may take. By default there is no limit.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - start: Gets the instance. Runs once for each call of `runServices`, on no actor.
    ///   - stop: Gets the instance. Runs at most once for each call of `runServices`, on no actor.
    /// - Returns: The definition with the hooks.
    public func onStart(
        deadline: Duration? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ start: @escaping @Sendable (Instance) async throws -> Void,
        onStop stop: @escaping @Sendable (Instance) async throws -> Void
    ) -> Self {
        refined {
            $0.onStart(
                deadline: deadline,
                file: file,
                line: line,
                column: column,
                start,
                onStop: stop
            )
        }
    }
}
#endif
