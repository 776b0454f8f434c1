// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// A second, sleeping thread.
///
/// In a process with only one thread, the C library skips its locks and atomic operations, which makes them
/// look free.
package final class ParkedThread: Sendable {
    private let end = DispatchSemaphore(value: 0)

    /// Starts the thread, and returns when it sleeps or is about to.
    package init() {
        let started = DispatchSemaphore(value: 0)
        Thread { [end] in
            started.signal()
            end.wait()
        }.start()
        started.wait()
    }

    deinit { end.signal() }
}
