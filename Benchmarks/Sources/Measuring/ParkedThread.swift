// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// A second thread that sleeps.
///
/// While a process has one thread only, the C library leaves out its locks and atomic operations,
/// and whatever uses them looks free.
package final class ParkedThread: Sendable {
    private let end = DispatchSemaphore(value: 0)

    /// Starts the thread, and returns when it sleeps, or is about to.
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
