// SPDX-License-Identifier: MIT

// A resolver cannot be copied.

import Mortise

func register(in container: Container) {
    // expect: missing reinitialization of inout parameter 'resolver' after consume
    container.register { (resolver: inout Resolver) -> Int in
        var copy = resolver
        return try copy.resolve()
    }
}
