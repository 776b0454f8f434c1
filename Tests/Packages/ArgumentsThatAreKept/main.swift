// SPDX-License-Identifier: MIT

import Mortise

struct Query: Sendable {}
struct Number: Hashable, Sendable {}
struct Report: Sendable {}
struct Page: Sendable {}
struct Chart: Sendable {}

// What is kept for each argument is told apart by its value.
let app = Container {
    $0.register(.singleton) { (_: inout Resolver, query: Query) in Report() }
    $0.register(.singleton) { (_: inout Resolver, number: Number, names: [String]) in Page() }
    $0.register { (_: inout Resolver, query: Query) in Chart() }
}
_ = try app.resolve(Page.self, arguments: Number(), ["a"])
_ = try app.resolve(Chart.self, arguments: Query())
_ = try app.resolve(Report.self, arguments: Query())
