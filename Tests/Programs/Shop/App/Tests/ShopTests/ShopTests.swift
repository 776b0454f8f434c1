// SPDX-License-Identifier: MIT

import Catalogue
import Checkout
import Domain
import Mortise
import MortiseTesting
import Storage
import Testing

@testable import ShopCommand

/// Pays whatever it costs.
private struct FakePayment: Payment {
    func pay(_ cents: Int) -> Bool { true }
}

/// Has three of everything.
private struct FakeStock: Stock {
    func count(of product: Product) -> Int { 3 }
}

@Suite(
    .overriding(makeContainer()) {
        $0.register(.singleton) { FakePayment() as any Payment }.replacing()
    }
)
struct `An order` {
    @Test(arguments: ["glue", "chisel"])
    func `is paid`(product: String) async throws {
        // An overlay opens a database of its own, when it is first requested.
        _ = try await Container.current.async.resolve(Database.self)
        let scope = try Container.current.openScope(.order) { $0.provide(Customer(name: "Eve")) }
        let order: Order = try scope.resolve()
        #expect(order.buy(product) == "Eve bought \(product)")
        try await scope.close()
    }

    @Test func `needs a product`() async throws {
        let order = try await Container.current.withScope(
            .order,
            providing: { $0.provide(Customer(name: "Eve")) },
            { scope in try await scope.async.resolve(Order.self) }
        )
        #expect(order.buy("hammer") == "Eve got no hammer")
    }
}

@Suite(
    .overriding(makeContainer()) {
        for warehouse in Warehouse.allCases {
            $0.register(tag: warehouse) { FakeStock() as any Stock }.replacing()
        }
    }
)
struct `A catalogue` {
    @Test func `adds the stock of all warehouses`() async throws {
        let catalogue = try await Container.current.async.resolve(Catalogue.self)
        #expect(catalogue.lines.first == "chisel: 3 + 3")
    }
}
