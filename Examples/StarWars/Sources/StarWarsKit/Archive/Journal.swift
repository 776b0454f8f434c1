// SPDX-License-Identifier: MIT

import Synchronization

/// Writes down what is opened and what is closed, in order.
public final class Journal: Sendable {
    /// Something that was opened or closed.
    public enum Event: Hashable, Sendable {
        /// The archive has read everything.
        case archiveOpened

        /// A visit has begun.
        case visitBegan

        /// A visit is over.
        case visitEnded

        /// The archive has let go of everything.
        case archiveClosed
    }

    private let written = Mutex<[Event]>([])

    /// What happened so far.
    public var events: [Event] { written.withLock { $0 } }

    /// Creates an empty journal.
    public init() {}

    /// Writes something down.
    ///
    /// - Parameter event: What happened.
    public func note(_ event: Event) {
        written.withLock { $0.append(event) }
    }
}
