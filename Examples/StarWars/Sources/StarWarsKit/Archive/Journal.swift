// SPDX-License-Identifier: MIT

import Synchronization

/// Records openings and closings in order.
public final class Journal: Sendable {
    /// An opening or a closing.
    public enum Event: Hashable, Sendable {
        /// The archive has read everything.
        case archiveOpened

        /// A visit has begun.
        case visitBegan

        /// A visit is over.
        case visitEnded

        /// The archive has released its entries.
        case archiveClosed
    }

    private let written = Mutex<[Event]>([])

    /// The events so far.
    public var events: [Event] { written.withLock { $0 } }

    /// Creates an empty journal.
    public init() {}

    /// Records an event.
    ///
    /// - Parameter event: The event.
    public func note(_ event: Event) {
        written.withLock { $0.append(event) }
    }
}
