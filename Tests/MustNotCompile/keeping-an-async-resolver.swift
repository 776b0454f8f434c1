// SPDX-License-Identifier: MIT

// A resolver belongs to the call it was handed to, and not to the tasks it starts.

import Mortise

func register(in container: Container) {
    container.register { (resolver: inout AsyncResolver) async throws -> Int in
        // expect: risks causing data races
        // expect: escaping closure captures 'inout' parameter 'resolver'
        Task { try await resolver.resolve(Int.self) }
        return 1
    }
}
