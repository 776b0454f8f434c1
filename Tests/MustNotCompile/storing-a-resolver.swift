// SPDX-License-Identifier: MIT

// A resolver can be put into nothing that lives longer than the call.

import Mortise

final class Locator {
    var resolver: Resolver?
}

func register(in container: Container) {
    // expect: missing reinitialization of inout parameter 'resolver' after consume
    container.register { (resolver: inout Resolver) -> Locator in
        let locator = Locator()
        locator.resolver = consume resolver
        return locator
    }
}
