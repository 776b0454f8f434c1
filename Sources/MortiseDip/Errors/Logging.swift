// SPDX-License-Identifier: MIT

import Synchronization

/// How much is logged (D-99).
public enum LogLevel: Int, Sendable {
    /// Nothing.
    case None
    /// What could not be resolved.
    case Errors
    /// The same, and what was resolved.
    case Verbose
}

/// How much is logged, by the whole program (D-99).
///
/// May be changed from any thread.
public var logLevel: LogLevel {
    get { log.withLock { $0.level } }
    set { log.withLock { $0.level = newValue } }
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

/// What the original's module name qualifies, so that `Dip.logLevel = .Verbose` goes on to compile.
public enum Dip {
    /// How much is logged, by the whole program.
    public static var logLevel: LogLevel {
        get { MortiseDip.logLevel }
        set { MortiseDip.logLevel = newValue }
    }

    /// Where it is logged to, by the whole program.
    public static var logger: @Sendable (LogLevel, Any) -> Void {
        get { MortiseDip.logger }
        set { MortiseDip.logger = newValue }
    }
}

private struct Log: Sendable {
    var level = LogLevel.Errors
    var write: @Sendable (LogLevel, Any) -> Void = { print($1) }
}

private let log = Mutex(Log())

func log(_ level: LogLevel, _ message: @autoclosure () -> Any) {
    let write = log.withLock { $0.level.rawValue >= level.rawValue ? $0.write : nil }
    write?(level, message())
}
