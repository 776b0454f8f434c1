// SPDX-License-Identifier: MIT

import Catalogue
import Checkout
import Domain
import Mortise

/// Lists what the shop has, and lets two customers buy something.
@main struct ShopCommand {
    static func main() async throws {
        let container = makeContainer()
        try await container.async.bootstrap()

        // The database is open: nothing waits from here on.
        let catalogue: Catalogue = try container.resolve()
        print("resolved Catalogue")
        for line in catalogue.lines { print(line) }
        for warehouse in Warehouse.allCases {
            let stock: any Stock = try container.resolve(tag: warehouse)
            print("resolved any Stock of \(warehouse)")
            print(catalogue.product(named: "glue").map(stock.count) ?? 0)
        }
        for (name, product) in [("Ann", "glue"), ("Ben", "chisel")] {
            print(try order(by: name, product, in: container))
        }
        try await container.close()
    }

    private static func order(
        by name: String,
        _ product: String,
        in container: Container
    ) throws -> String {
        let scope = try container.openScope(.order) { $0.provide(Customer(name: name)) }
        let order: Order = try scope.resolve()
        print("resolved Order")
        return order.buy(product)
    }
}
