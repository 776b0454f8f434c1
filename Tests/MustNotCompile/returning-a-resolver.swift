// SPDX-License-Identifier: MIT

// A resolver cannot be what a factory makes, and nobody can make one.

import Mortise

func register(in container: Container) {
    // expect: no exact matches in call to instance method 'register'
    container.register { (resolver: inout Resolver) -> Resolver in
        resolver
    }
}

func make() -> Resolver {
    // expect: 'Resolver' initializer is inaccessible due to 'internal' protection level
    // expect: missing argument for parameter #1 in call
    Resolver()
}
