// SPDX-License-Identifier: MIT

// A type that can be copied cannot have a resolver in it.

import Mortise

struct Service {
    // expect: stored property 'resolver' of 'Copyable'-conforming struct 'Service'
    let resolver: Resolver
}
