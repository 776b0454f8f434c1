// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `Sources` {
    private final class Store: Sendable {
        let engine: String
        init(engine: String) { self.engine = engine }
    }

    @Test func `provide what the container does not define`() throws {
        let parent = Container { $0.register { "parent" } }
        let child = Container(parent: parent) { $0.register { 1 } }

        #expect(try child.resolve(String.self) == "parent")
        #expect(throws: ResolutionError.self) { try parent.resolve(Int.self) }
    }

    @Test func `are hidden by the container's own definitions`() throws {
        let parent = Container { $0.register { "parent" } }
        let child = Container(parent: parent) { $0.register { "child" } }

        #expect(try child.resolve(String.self) == "child")
        #expect(try parent.resolve(String.self) == "parent")
    }

    @Test func `see the overrides of a child in unique instances built through it`() throws {
        let parent = Container {
            $0.register { "parent" }
            $0.register { Store(engine: try $0.resolve()) }
        }
        let child = Container(parent: parent) { $0.register { "child" } }

        #expect(try child.resolve(Store.self).engine == "child")
        #expect(try parent.resolve(Store.self).engine == "parent")
        // And again after it was built.
        #expect(try child.resolve(Store.self).engine == "child")
    }

    @Test func `see the overrides of a child in shared instances built through it`() throws {
        let parent = Container {
            $0.register { "parent" }
            $0.register(.shared) { Store(engine: try $0.resolve()) }
        }
        let child = Container(parent: parent) {
            $0.register { "child" }
            $0.register { [try $0.resolve(Store.self), try $0.resolve(Store.self)] }
        }

        let stores = try child.resolve([Store].self)

        #expect(stores[0].engine == "child")
        #expect(stores[0] === stores[1])
    }

    @Test(arguments: [Lifetime.Caching.singleton, .eagerSingleton, .weakSingleton])
    func `build singletons with their owner's view for any requester`(scope: Lifetime.Caching)
        throws
    {
        let parent = Container {
            $0.register { "parent" }
            $0.register(scope) { Store(engine: try $0.resolve()) }
        }
        let child = Container(parent: parent) { $0.register { "child" } }

        let store = try child.resolve(Store.self)

        #expect(store.engine == "parent")
        #expect(store === (try parent.resolve(Store.self)))
    }

    @Test func `build a singleton's dependencies with the owner's view too`() throws {
        let parent = Container {
            $0.register { "parent" }
            $0.register { [try $0.resolve(String.self)] }
            $0.register(.singleton) { Store(engine: try $0.resolve([String].self)[0]) }
        }
        let child = Container(parent: parent) {
            $0.register { "child" }
            $0.register { Set([try $0.resolve(Store.self).engine, try $0.resolve(String.self)]) }
        }

        #expect(try child.resolve(Set<String>.self) == ["parent", "child"])
    }

    @Test func `give a child's singletons the child's view`() throws {
        let parent = Container { $0.register { "parent" } }
        let child = Container(parent: parent) {
            $0.register { "child" }
            $0.register(.singleton) { Store(engine: try $0.resolve()) }
        }

        #expect(try child.resolve(Store.self).engine == "child")
    }

    @Test func `are searched in order`() throws {
        let first = Container { $0.register { "first" } }
        let second = Container {
            $0.register { "second" }
            $0.register { 2 }
        }
        let container = Container(sources: [first, second])

        #expect(try container.resolve(String.self) == "first")
        #expect(try container.resolve(Int.self) == 2)
    }

    @Test func `are searched depth first`() throws {
        let deep = Container { $0.register { "deep" } }
        let first = Container(parent: deep)
        let second = Container { $0.register { "second" } }
        let container = Container(sources: [first, second])

        #expect(try container.resolve(String.self) == "deep")
    }

    @Test func `may be many, and reached by several paths`() throws {
        let root = Container { $0.register(.singleton) { Store(engine: "root") } }
        let middle = (0..<8).map { (number: Int) in
            Container(parent: root) { $0.register(tag: number) { number } }
        }
        let container = Container(sources: middle)

        for number in 0..<8 { #expect(try container.resolve(Int.self, tag: number) == number) }
        #expect(try container.resolve(Store.self) === root.resolve(Store.self))
    }

    @Test func `see later registrations`() throws {
        let parent = Container()
        let child = Container(parent: parent)
        #expect(throws: ResolutionError.self) { try child.resolve(String.self) }

        parent.register { "late" }

        #expect(try child.resolve(String.self) == "late")
    }

    @Test func `are kept alive`() throws {
        let child = Container(parent: Container { $0.register { "parent" } })

        #expect(try child.resolve(String.self) == "parent")
        #expect(child.sources.count == 1)
    }

    @Test func `take part in auto-wiring and arguments`() throws {
        let parent = Container {
            $0.register { "engine" }
            $0.register { (engine: String) in Store(engine: engine) }
        }
        let child = Container(parent: parent) { $0.register { (store: Store) in [store.engine] } }

        #expect(try child.resolve([String].self) == ["engine"])
        #expect(try child.resolve(Store.self, arguments: "given").engine == "given")
    }
}
