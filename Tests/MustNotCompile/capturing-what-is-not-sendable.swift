// SPDX-License-Identifier: MIT

// A factory runs on whichever thread resolves, so it may capture only what may go there.

import Mortise

final class Cache {
    var entries: [String] = []
}

func register(in container: Container) {
    let cache = Cache()
    var count = 0
    // expect: capture of 'cache' with non-Sendable type 'Cache'
    container.register { cache.entries.count }
    container.register { () -> String in
        // expect: mutation of captured var 'count' in concurrently-executing code
        count += 1
        return ""
    }
    count += 1
}
