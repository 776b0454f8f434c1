// SPDX-License-Identifier: MIT

// A resolver belongs to the thread that resolves: no task may use it.

import Mortise

func register(in container: Container) {
    container.register { resolver -> Int in
        // expect: passing closure as a 'sending' parameter risks causing data races
        // expect: escaping closure captures 'inout' parameter 'resolver'
        Task { let text: String = try resolver.resolve() }
        return 1
    }
}
