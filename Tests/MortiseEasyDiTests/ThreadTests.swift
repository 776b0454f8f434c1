// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import MortiseEasyDi
import Synchronization
import Testing

private final class Shop: MortiseEasyDi.Assembly {
    lazy var stock: Stock = self.context.assembly()

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
    lazy var shop: Shop = self.context.assembly()

    var item: Thing {
        define(init: Thing()) {
            $0.other = self.shop.till
            return $0
        }
    }
}

/// What the threads saw.
private final class Seen: Sendable {
    let tills = Mutex<Set<ObjectIdentifier>>([])
    let labels = Mutex<Set<String>>([])
    let wrong = Mutex<[String]>([])

    func expect(_ condition: Bool, _ what: String) {
        if !condition { wrong.withLock { $0.append(what) } }
    }
}

@Suite struct `A context that many threads use` {
    @Test func `gives all of them one singleton, each its own graph, and what is substituted`()
        async
    {
        for _ in 0..<10 {
            let context = DIContext()
            let seen = Seen()
            await withTaskGroup { group in
                for thread in 0..<4 {
                    group.addTask { await onThread { shop(in: context, thread, seen) } }
                }
            }
            #expect(seen.wrong.withLock { $0 } == [])
            #expect(seen.tills.withLock { $0.count } == 1)
            #expect(seen.labels.withLock { $0 }.isSubset(of: ["real", "fake"]))
        }
    }
}

private func shop(in context: DIContext, _ thread: Int, _ seen: Seen) {
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
        let (tillIdentity, name) = (ObjectIdentifier(till), label)
        _ = seen.tills.withLock { $0.insert(tillIdentity) }
        _ = seen.labels.withLock { $0.insert(name) }
        orders.append(order)
    }
    seen.expect(Set(orders.map(ObjectIdentifier.init)).count == 200, "a graph for each order")
}

/// Runs a body on a thread of its own.
private func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
        Thread.detachNewThread {
            body()
            done.resume()
        }
    }
}
