// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@Suite struct `A lifetime` {
    @Test(arguments: [
        (Graph.Lifetime.unique, "unique", false, false),
        (.shared, "shared", false, true),
        (.singleton, "singleton", true, true),
        (.eagerSingleton, "eagerSingleton", true, true),
        (.weakSingleton, "weakSingleton", true, true),
        (.scoped("request"), "scoped(request)", true, true),
    ])
    func `says what it means`(
        lifetime: Graph.Lifetime,
        text: String,
        isCaching: Bool,
        isReused: Bool
    ) {
        #expect(lifetime.description == text)
        #expect(lifetime.isCaching == isCaching)
        #expect(lifetime.isReused == isReused)
    }
}
