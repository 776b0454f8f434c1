// SPDX-License-Identifier: MIT

import Mortise

/// The output of errors and information, which goes to standard error.
package final class InjectionLog: Sendable {
    private struct State {
        var saysInformation = true
        var saysErrors = true
        var handlers: [InjectionContext: @Sendable (InjectionError) -> Void] = [:]
        var write: @Sendable (String) -> Void = StandardError.print
    }

    /// One log for the process.
    package static let shared = InjectionLog()

    private let state = Locked(State())

    package init() {}

    package func turnOff(forced: Bool) {
        // Turning off errors turns off information, too.
        if !forced { inform("the log is turned off") }
        state.withLock { state in
            state.saysInformation = false
            if forced { state.saysErrors = false }
        }
    }

    package func turnOn() {
        state.withLock { state in
            state.saysInformation = true
            state.saysErrors = true
        }
    }

    package func write(to output: @escaping @Sendable (String) -> Void) {
        // The old one is released outside the lock.
        var output = output
        state.withLock { swap(&$0.write, &output) }
        withExtendedLifetime(output) {}
    }

    func handle(_ context: InjectionContext, _ handler: (@Sendable (InjectionError) -> Void)?) {
        // The old one is released outside the lock.
        var handler = handler
        state.withLock { swap(&$0.handlers[context], &handler) }
        withExtendedLifetime(handler) {}
    }

    /// - Parameters:
    ///   - error: The error for the handler.
    ///   - context: The context of the handler.
    ///   - text: The text for the log, if it says more than the error.
    package func report(
        _ error: InjectionError,
        in context: InjectionContext,
        _ text: @autoclosure () -> String? = nil
    ) {
        let (write, handler) = state.withLock { state in
            (state.saysErrors ? state.write : nil, state.handlers[context])
        }
        write?("::: DEPENDENCY INJECTOR ERROR: \(text() ?? "\(error)")")
        handler?(error)
    }

    package func inform(_ message: String) {
        let write = state.withLock { $0.saysInformation ? $0.write : nil }
        write?("::: DEPENDENCY INJECTOR -> \(message)")
    }
}

extension Injector {
    /// Silences the log, for the whole process.
    ///
    /// - Parameter forced: Whether errors are silenced, too. The handler of ``onError(_:)`` gets them
    ///   nevertheless.
    public func turnOffLogger(forced: Bool = false) {
        InjectionLog.shared.turnOff(forced: forced)
    }

    /// Turns the whole log on again.
    public func turnOnLogger() { InjectionLog.shared.turnOn() }

    /// Sets a handler for the errors of this context, beside the log.
    ///
    /// - Parameter handler: Gets each error, on the thread where it occurs, outside all locks. It replaces
    ///   the previous handler; `nil` removes that.
    public func onError(_ handler: (@Sendable (InjectionError) -> Void)?) {
        InjectionLog.shared.handle(context, handler)
    }

    func report(_ error: InjectionError, _ text: @autoclosure () -> String? = nil) {
        InjectionLog.shared.report(error, in: context, text())
    }

    func name<Abstraction>(_ abstraction: Abstraction.Type) -> String {
        String(describing: abstraction)
    }
}
