// SPDX-License-Identifier: MIT

import Foundation
import Mortise

// The current container is that of a task, and so not of other threads.

final class Log: Sendable {}

func here() {
    let c = Container { $0.register { Log() } }
    Container.withCurrent(c) {
        for _ in 0..<2 { _ = try? Container.current.resolve(Log.self) }
        [1, 2].forEach { _ in _ = try? Container.current.resolve(Log.self) }
    }
}
here()

// There is none where another thread takes part, and then this fails.
func onSeveralThreads() {
    let c = Container { $0.register { Log() } }
    Container.withCurrent(c) {
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
            usleep(1000)
            _ = try? Container.current.resolve(Log.self)
        }
    }
}
onSeveralThreads()
