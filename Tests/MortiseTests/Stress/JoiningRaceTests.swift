// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private final class Root: Sendable {
    let joined: Part<Green>
    let given: Part<Green>
    let red: Part<Red>

    init(joined: Part<Green>, given: Part<Green>, red: Part<Red>) {
        self.joined = joined
        self.given = given
        self.red = red
    }
}

@Suite(
    "Factories that capture their container, on several threads",
    .serialized,
    .timeLimit(.minutes(15))
)
struct JoiningRaceTests {
    @Test func `join the resolve of their own thread`() async throws {
        let census = Census()
        let other = Container(name: "other") {
            $0.register(.singleton) { Part<Red>(census) }
        }

        try await race(rounds: Rounds.some, threads: 4) { _ in
            let container = Container()
            container.register(.shared) { Part<Green>(census) }
            container.register(.singleton) { [unowned container] in
                // A singleton that resolves from its container, while others wait for it.
                Part<Blue>(census, next: try container.resolve(Part<Green>.self))
            }
            container.register { [unowned container] resolver in
                _ = try container.resolve(Part<Blue>.self)
                return Root(
                    joined: try container.resolve(),
                    given: try resolver.resolve(),
                    red: try other.resolve()
                )
            }
            return container
        } run: { container, _, _ in
            let root = try container.resolve(Root.self)
            guard root.joined === root.given else { throw CancellationError() }
            let again = try container.resolve(Root.self)
            guard again.joined !== root.joined else { throw CancellationError() }
            return root
        } check: { container, outcomes in
            let roots = try outcomes.map { try $0.get() }
            try #require(Set(roots.map { ObjectIdentifier($0.joined) }).count == 4)
            try #require(Set(roots.map { ObjectIdentifier($0.red) }).count == 1)
        }
    }

    @Test func `may resolve from a container of their own that is released before they return`()
        async throws
    {
        // The next container may have the same address: nothing may be cached under it.
        try await race(rounds: Rounds.some, threads: 2) { _ in
            let container = Container()
            for number in 0..<12 {
                container.register(tag: number) { () throws -> Item in
                    let own = Container {
                        if number % 2 == 0 {
                            $0.register(.shared) { Item(number) }
                        } else {
                            $0.register { Item(number) }
                            $0.register { "padding" }
                        }
                        $0.register { try Box($0.resolve(), $0.resolve(Item.self)) }
                    }
                    let box = try own.resolve(Box.self)
                    guard box.first.number == number, box.second.number == number else {
                        throw CancellationError()
                    }
                    return try own.resolve()
                }
            }
            container.register { resolver in
                var items: [Item] = []
                for number in 0..<12 { items.append(try resolver.resolve(tag: number)) }
                return Shelf(items)
            }
            return container
        } run: { container, _, _ in
            try container.resolve(Shelf.self).items.map(\.number)
        } check: { _, outcomes in
            for outcome in outcomes { try #require(try outcome.get() == Array(0..<12)) }
        }
    }

    private final class Item: Sendable {
        let number: Int

        init(_ number: Int) { self.number = number }
    }

    private final class Box: Sendable {
        let first: Item
        let second: Item

        init(_ first: Item, _ second: Item) {
            self.first = first
            self.second = second
        }
    }

    private final class Shelf: Sendable {
        let items: [Item]

        init(_ items: [Item]) { self.items = items }
    }
}
