// SPDX-License-Identifier: MIT

import Mortise

enum Warehouse: String, CaseIterable, TagConvertible { case north, south = "sud" }
struct Stock: Sendable { let warehouse: Warehouse }

let container = Container {
    for warehouse in Warehouse.allCases {
        $0.register(.singleton, tag: warehouse) { Stock(warehouse: warehouse) }
    }
}
for warehouse in Warehouse.allCases {
    _ = try container.resolve(Stock.self, tag: warehouse)
}
_ = try container.resolve(Stock.self, tag: "sud")
