// SPDX-License-Identifier: MIT

import Mortise

/// The amount of logging, as in Dip.
public enum LogLevel: Int, Sendable {
    /// No logging.
    case None
    /// Failures: once for each resolve that they pass, except inside a self-injecting property.
    case Errors
    /// Failures, and each instance that is made or reused.
    case Verbose
}

/// The amount of logging in the whole program.
///
/// It may be changed from any thread. With ``LogLevel/Verbose``, all containers resolve more slowly.
public var logLevel: LogLevel {
    get { log.withLock { $0.level } }
    set {
        log.withLock { $0.level = newValue }
        Resolutions.logged.update()
    }
}

/// The log's output, for the whole program; prints by default.
///
/// It is called on the resolving thread, outside all locks. It may be changed from any thread.
public var logger: @Sendable (LogLevel, Any) -> Void {
    get { log.withLock { $0.write } }
    set {
        // Its captures are released outside the lock.
        var other = newValue
        log.withLock { swap(&$0.write, &other) }
        withExtendedLifetime(other) {}
    }
}

private struct Log: Sendable {
    var level = LogLevel.Errors
    var write: @Sendable (LogLevel, Any) -> Void = { print($1) }
}

private let log = Locked(Log())

/// Logs the error of a resolve, unless it fills a self-injecting property.
func logNested(_ error: any Error) {
    if !Container.isFillingProperty { log(.Errors, error) }
}

func log(_ level: LogLevel, _ message: @autoclosure () -> Any) {
    let write = log.withLock { $0.level.rawValue >= level.rawValue ? $0.write : nil }
    write?(level, message())
}
