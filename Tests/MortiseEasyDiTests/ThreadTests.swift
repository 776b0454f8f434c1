// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import MortiseEasyDi
import Testing

private final class Shop: MortiseEasyDi.Assembly {
    // Not lazy: several threads could be the first reader.
    var stock: Stock { self.context.assembly() }

    var till: Thing { define(scope: .lazySingleton, init: Thing()) }
    var order: Thing {
        define(init: Thing()) {
            $0.other = self.stock.item
            $0.owner = self.stock.item
            return $0
        }
    }
    var label: String { define(scope: .prototype, init: "real") }
}

private final class Stock: MortiseEasyDi.Assembly {
    // Not stored: two assemblies that store each other make a retain cycle.
    var shop: Shop { self.context.assembly() }

    var item: Thing {
        define(init: Thing()) {
            $0.other = self.shop.till
            return $0
        }
    }
}

/// The observations of a thread.
private struct Seen: Sendable {
    var tills: Set<ObjectIdentifier> = []
    var labels: Set<String> = []
    var wrong: [String] = []

    mutating func expect(_ condition: Bool, _ what: String) {
        if !condition { wrong.append(what) }
    }
}

@Suite struct `A context in many threads` {
    @Test func `gives all of them one singleton, each its own graph, and the substitutes`()
        async
    {
        for _ in 0..<10 {
            let context = DIContext()
            // Each graph that another thread builds meanwhile reports the substitute as unmatched.
            context.onUnmatchedSubstitution { _ in }
            let all = await withTaskGroup(of: Seen.self) { group in
                for thread in 0..<4 {
                    group.addTask { await onThread { shop(in: context, thread) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(all.flatMap(\.wrong) == [])
            #expect(Set(all.flatMap(\.tills)).count == 1)
            #expect(Set(all.flatMap(\.labels)).isSubset(of: ["real", "fake"]))
        }
    }
}

private func shop(in context: DIContext, _ thread: Int) -> Seen {
    var seen = Seen()
    var orders: [Thing] = []
    for round in 0..<200 {
        let shop = Shop.instance(from: context)
        let isFake = thread == 0 && round.isMultiple(of: 2)
        if isFake { shop.addSubstitution(for: "label") { "fake" } }
        let (order, till, label) = (shop.order, shop.till, shop.label)
        if thread == 0 {
            seen.expect(label == (isFake ? "fake" : "real"), "the label of who substitutes")
            shop.removeSubstitution(for: "label")
        }
        seen.expect(order.other === order.owner, "one item in an order")
        seen.expect(order.other?.other === till, "one till")
        seen.tills.insert(ObjectIdentifier(till))
        seen.labels.insert(label)
        orders.append(order)
    }
    seen.expect(Set(orders.map(ObjectIdentifier.init)).count == 200, "a graph for each order")
    return seen
}

/// Runs a body on its own thread.
private func onThread(_ body: @escaping @Sendable () -> Seen) async -> Seen {
    await withCheckedContinuation { done in
        Thread.detachNewThread { done.resume(returning: body()) }
    }
}
