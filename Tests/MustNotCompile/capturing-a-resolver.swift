// SPDX-License-Identifier: MIT

// A resolver belongs to the call it was handed to: no closure may keep it for later.

import Mortise

struct Lazy {
    let make: () throws -> Int
}

func register(in container: Container) {
    container.register { (resolver: inout Resolver) in
        // expect: escaping closure captures 'inout' parameter 'resolver'
        Lazy { try resolver.resolve() }
    }
    container.register { "text" }
        .injecting { resolver, _ in
            // expect: escaping closure captures 'inout' parameter 'resolver'
            _ = Lazy { try resolver.resolve() }
        }
}
