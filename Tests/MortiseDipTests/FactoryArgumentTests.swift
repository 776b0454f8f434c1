// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import Testing

// Rules D-3 and D-5, on the parameters of factories.
@Suite(.quiet) struct `A factory with one argument` {
    private let container = DependencyContainer()

    @Test func `D-3: may take a non-escaping closure`() throws {
        let definition = container.register { (make: () -> Int) in "\(make())" }
        let same: MortiseDip.Definition<String, () -> Int> = definition
        #expect(same === definition)
        let five: () -> Int = { 5 }
        #expect(try container.resolve(arguments: five) == "5")
        container.register(.unique, tag: "tag") { (add: @escaping (Int) -> Int) in
            { add(add($0)) }
        }
        let twice: (Int) -> Int = try container.resolve(
            tag: "tag",
            arguments: { $0 + 1 } as (Int) -> Int
        )
        #expect(twice(1) == 3)
    }

    @Test func `D-5: has the type of its argument in its key`() throws {
        let one: MortiseDip.Definition<Int, String> = container.register { (text: String) in
            text.count
        }
        let pair = container.register { (pair: (String, Int)) in pair.1 }
        let factory: MortiseDip.Definition<Int, String>.F = { $0.count }
        container.register(tag: "typed", factory: factory)
        #expect(one.description.hasPrefix("type: Int, factory: String throws"))
        #expect(pair.description.hasPrefix("type: Int, factory: (String, Int) throws"))
        #expect(try container.resolve(arguments: "four") == 4)
        #expect(try container.resolve(arguments: ("a", 2)) == 2)
        #expect(try container.resolve(tag: "typed", arguments: "three") == 5)
    }

    private class Screen {
        let title: String
        init() { title = "none" }
        init(_ title: String) { self.title = title }
        init(_ title: String, _ number: Int) { self.title = "\(title) \(number)" }
    }

    private final class Page {
        let title: String
        init(_ title: String) { self.title = title }
        init(_ title: String, _ number: Int) { self.title = "\(title) \(number)" }
    }

    @Test func `D-4: an initializer that is passed by its name is the shortest`() throws {
        container.register(factory: Screen.init)
        container.register(factory: Page.init)
        container.register { "title" }
        #expect(try (container.resolve() as Screen).title == "none")
        #expect(try (container.resolve() as Page).title == "title")
    }
}
