// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// Catches SIGINT, which then no longer ends the program by itself.
struct Interrupt {
    private let source: any DispatchSourceSignal

    /// Catches the signal until ``ignore()`` is called.
    init(_ handler: @escaping @Sendable () -> Void) {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler(handler: handler)
        source.resume()
    }

    /// Ends catching the signal.
    func ignore() {
        source.cancel()
    }
}
