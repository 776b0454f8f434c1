// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A provider` {
    private final class Entry: Sendable {
        let name: String
        init(_ name: String = "entry") { self.name = name }
    }

    private final class Cache: Sendable {
        let makeEntry: Provider<Entry>
        init(makeEntry: Provider<Entry>) { self.makeEntry = makeEntry }
    }

    @Test func `resolves when it is used, each time`() throws {
        let made = Tally()
        let container = Container {
            $0.register {
                made.next()
                return Entry()
            }
        }
        let provider = container.provider(of: Entry.self)
        #expect(made.count == 0)

        let first = try provider()
        let second = try provider()

        #expect(first !== second)
        #expect(made.count == 2)
    }

    @Test func `needs no definition of its own`() throws {
        let container = Container {
            $0.register { Entry() }
            $0.register(.singleton) { Cache(makeEntry: try $0.resolve()) }
        }

        let direct = try container.resolve(Provider<Entry>.self)

        #expect(try container.resolve(Cache.self).makeEntry().name == "entry")
        #expect(try direct().name == "entry")
    }

    @Test func `gives the singleton`() throws {
        let container = Container { $0.register(.singleton) { Entry() } }
        let provider: Provider<Entry> = container.provider()

        #expect(try provider() === container.resolve(Entry.self))
    }

    @Test func `takes arguments when it is used`() throws {
        let container = Container {
            $0.register { (first: String, second: Int) in Entry("\(first)\(second)") }
        }
        let provider = container.provider(of: Entry.self)

        #expect(try provider("a", 1).name == "a1")
        #expect(try provider("b", 2).name == "b2")
    }

    @Test func `resolves with its tag`() throws {
        let container = Container {
            $0.register { Entry("plain") }
            $0.register(tag: "a") { Entry("tagged") }
            $0.register(tag: "a") { (number: Int) in Entry("tagged \(number)") }
            $0.register { $0.provider(of: Entry.self, tag: "a") }
        }

        #expect(try container.provider(of: Entry.self, tag: "a")().name == "tagged")
        #expect(try container.provider(of: Entry.self, tag: "a")(1).name == "tagged 1")
        #expect(try container.resolve(Provider<Entry>.self)().name == "tagged")
        #expect(try container.resolve(Provider<Entry>.self, tag: "a")().name == "tagged")
    }

    @Test func `requested with a tag resolves with that tag`() throws {
        let container = Container {
            $0.register { Entry("plain") }
            $0.register(tag: "a") { Entry("tagged") }
        }

        #expect(try container.resolve(Provider<Entry>.self, tag: "a")().name == "tagged")
    }

    @Test func `throws for a missing definition when it is used`() throws {
        let container = Container()
        let provider = container.provider(of: Entry.self)

        let error = #expect(throws: ResolutionError.self) { try provider() }

        #expect(error?.code == .missingBinding)
        container.register { Entry("late") }
        #expect(try provider().name == "late")
    }

    @Test func `does not keep its container`() throws {
        var container: Container? = Container { $0.register { Entry() } }
        let provider = try #require(container?.provider(of: Entry.self, tag: "a"))
        weak let gone = container

        container = nil

        #expect(gone == nil)
        let error = #expect(throws: ResolutionError.self) { try provider() }
        #expect(error?.code == .containerGone)
        #expect(error?.key.tag == "a")
        #expect(throws: ResolutionError.self) { try provider(1) }
    }

    @Test func `made in a factory belongs to the requested container`() throws {
        let parent = Container {
            $0.register { Entry("parent") }
            $0.register { Cache(makeEntry: $0.provider()) }
        }
        let child = Container(parent: parent) { $0.register { Entry("child") } }

        #expect(try child.resolve(Cache.self).makeEntry().name == "child")
        #expect(try parent.resolve(Cache.self).makeEntry().name == "parent")
    }

    @Test func `made for a singleton belongs to the owner's container`() throws {
        let parent = Container {
            $0.register { Entry("parent") }
            $0.register(.singleton) { Cache(makeEntry: $0) }
        }
        let child = Container(parent: parent) { $0.register { Entry("child") } }

        #expect(try child.resolve(Cache.self).makeEntry().name == "parent")
    }

    @Test func `used inside a factory joins the resolve`() throws {
        let container = Container {
            $0.register(.shared) { Entry() }
            $0.register { resolver in
                let provider = resolver.provider(of: Entry.self)
                return [try resolver.resolve(Entry.self), try provider(), try provider()]
            }
        }

        let entries = try container.resolve([Entry].self)

        #expect(entries[0] === entries[1])
        #expect(entries[0] === entries[2])
    }

    @Test func `may be registered itself`() throws {
        let other = Container { $0.register { Entry("other") } }
        let container = Container {
            $0.register { Entry("own") }
            $0.register { other.provider(of: Entry.self) }
        }

        #expect(try container.resolve(Provider<Entry>.self)().name == "other")
    }

    @Test func `of an optional gives the optional's result`() throws {
        let container = Container { $0.register { Entry() } }

        #expect(try container.provider(of: Entry?.self)()?.name == "entry")
    }

    @Test func `of an optional gives nil if nothing is registered`() throws {
        let container = Container {
            $0.register { (entry: Provider<Entry?>) in Pocket(entry) }
            $0.register { $0.provider(of: Entry?.self) }
        }
        let provider = container.provider(of: Entry?.self)

        #expect(try provider() == nil)
        #expect(try provider("a") == nil)
        #expect(try container.provider(of: Entry?.self, tag: "a")() == nil)
        let held = try #require(container.resolve(Pocket<Provider<Entry?>>.self).value)
        #expect(try held() == nil)
        #expect(try container.resolve(Provider<Entry?>.self)() == nil)
        #expect(container.validate().findings == [])
    }

    @Test func `of an optional throws what keeps a registered type from being made`() throws {
        let container = Container {
            $0.register { (name: String) in Entry(name) }
            $0.register { (_: Entry) in 1 }
        }

        #expect(try container.provider(of: Entry?.self)("a")?.name == "a")
        let mismatch = #expect(throws: ResolutionError.self) {
            try container.provider(of: Entry?.self)(1)
        }
        #expect(mismatch?.code == .argumentMismatch)
        let error = #expect(throws: ResolutionError.self) {
            try container.provider(of: Int?.self)()
        }
        #expect(error?.code == .missingBinding)
        #expect(error?.key.type == TypeName(of: String.self))
    }

    @Test func `that is wrapped in an optional is found`() throws {
        let container = Container { $0.register { Entry() } }

        let provider = try container.resolve(Provider<Entry>?.self)

        #expect(try provider?().name == "entry")
    }
}
