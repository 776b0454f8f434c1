// SPDX-License-Identifier: MIT

import Mortise

final class Results: Sendable {}
let numbers = Container { $0.register { 42 } }
let texts = Container { $0.register { "a" } }

do {
    struct Pair { let one: Container; let other: Container }
    let pair = Pair(one: numbers, other: texts)
    _ = try pair.one.resolve(Int.self)
    _ = try? pair.other.resolve(Int.self)
}

// Another type of the same name.
func other() {
    struct Pair {
        var one = numbers
        var other = texts
        mutating func swap() { (one, other) = (other, one) }
    }
    var pair = Pair()
    pair.swap()
    _ = try? pair.one.resolve(Int.self)
    _ = try? pair.other.resolve(Int.self)
}
other()

do {
    struct Search: Hashable, Sendable { let text: String }
    let container = Container {
        $0.register(.singleton) { (_: inout Resolver, _: Search) in Results() }
    }
    _ = try container.resolve(Results.self, arguments: Search(text: "a"))
}

do {
    struct Search: Sendable { let text: String }
    let container = Container {
        $0.register(.singleton) { (_: inout Resolver, _: Search) in Results() }
    }
    _ = try? container.resolve(Results.self, arguments: Search(text: "a"))
}
