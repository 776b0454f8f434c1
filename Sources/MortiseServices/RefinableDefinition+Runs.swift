// SPDX-License-Identifier: MIT

#if Services
public import Mortise
public import ServiceLifecycle

extension RefinableDefinition where Instance: Service {
    /// Makes the instance one of the services that `runServices` runs.
    ///
    /// ```swift
    /// app.register(.singleton) { Importer(queue: $0) }.runs()
    /// ```
    ///
    /// Its `run()` is called once, after everything that the instance depends on has begun to run.
    /// It is told to shut down before any of that is. If `run()` returns or throws, all services
    /// are shut down, in order.
    ///
    /// Calling it again has no effect. It contributes to a collection, as
    /// `contributing()` does: overlays, decorators, modules and `validate()`
    /// see it. Thread-safe. If other threads may be resolving, register and refine inside
    /// `install { }`.
    ///
    /// - Parameters:
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The definition.
    /// - Precondition: It is a singleton, eager or not.
    @discardableResult
    public func runs(file: StaticString = #fileID, line: UInt32 = #line) -> Self {
        refined { $0.runs(file: file, line: line) { $0 } }
    }
}

// Of the same protocol as the one above: otherwise the compiler would take this one, and register every
// service as `any Service`.
extension RefinableDefinition where Instance == any Service {
    /// Makes the instance one of the services that `runServices` runs.
    ///
    /// ```swift
    /// app.register(.singleton) { HTTPServer(database: $0) as any Service }.runs()
    /// ```
    ///
    /// It also marks the definition as contributing, so there may be several. Otherwise it is like
    /// `runs()` of every other definition.
    ///
    /// - Parameters:
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The definition.
    /// - Precondition: It is a singleton, eager or not.
    @discardableResult
    public func runs(file: StaticString = #fileID, line: UInt32 = #line) -> Self {
        contributing().refined { $0.runs(file: file, line: line) { $0 } }
    }
}

extension UnisolatedDefinition {
    /// Makes the instance, as a service, one of those that `runServices` runs.
    ///
    /// ```swift
    /// app.register(.singleton) { Importer(queue: $0) as any Importing }.runs { $0 }
    /// ```
    ///
    /// It is for protocols that inherit from `Service`, and for instances that have a service.
    /// Otherwise it is like `runs()` without a closure.
    ///
    /// - Parameters:
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - convert: Gives the service. Runs each time `runServices` is called, on any thread.
    /// - Returns: The definition.
    /// - Precondition: It is a singleton, eager or not.
    @discardableResult
    public func runs(
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ convert: @escaping @Sendable (Instance) -> any Service
    ) -> Self {
        refined { $0.contribute("runs()", file, line) { .service(convert($0)) } }
    }
}
#endif
