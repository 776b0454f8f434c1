// SPDX-License-Identifier: MIT

import Logging

/// Keeps its metadata, as the log handlers of servers do, and writes nothing.
///
/// `SwiftLogNoOpLogHandler` forgets the identifier of the request that Hummingbird logs with.
struct SilentLogHandler: LogHandler {
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {}
}
