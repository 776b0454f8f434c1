// SPDX-License-Identifier: MIT

import Mortise

/// How much is logged (D-99).
public enum LogLevel: Int, Sendable {
    /// Nothing.
    case None
    /// What could not be resolved: once for each resolve inside another one that it passes, but not inside
    /// a property that injects itself.
    case Errors
    /// The same, and whatever is made, or handed out again.
    case Verbose
}

/// How much is logged, by the whole program (D-99).
///
/// May be changed from any thread. As long as everything is logged, all containers resolve more slowly.
public var logLevel: LogLevel {
    get { log.withLock { $0.level } }
    set {
        log.withLock { $0.level = newValue }
        Resolutions.logged.update()
    }
}

/// Where it is logged to, by the whole program (D-99): printed, unless something else is set.
///
/// Called on whichever thread resolves, outside all locks. May be changed from any thread.
public var logger: @Sendable (LogLevel, Any) -> Void {
    get { log.withLock { $0.write } }
    set {
        // What it captured is released outside the lock.
        var other = newValue
        log.withLock { swap(&$0.write, &other) }
    }
}

private struct Log: Sendable {
    var level = LogLevel.Errors
    var write: @Sendable (LogLevel, Any) -> Void = { print($1) }
}

private let log = Locked(Log())

/// Logs what a resolve inside another one failed with (D-99).
func logNested(_ error: any Error) {
    if !Container.isFillingProperty { log(.Errors, error) }
}

func log(_ level: LogLevel, _ message: @autoclosure () -> Any) {
    let write = log.withLock { $0.level.rawValue >= level.rawValue ? $0.write : nil }
    write?(level, message())
}
