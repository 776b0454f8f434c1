// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A forwarded type` {
    private protocol Reading: AnyObject, Sendable { var name: String { get } }
    private protocol Writing: AnyObject, Sendable {}
    private final class File: Reading, Writing {
        let name: String
        init(name: String = "file") { self.name = name }
    }

    @Test(arguments: [Lifetime.Caching.singleton, .eagerSingleton, .weakSingleton])
    func `gives the same instance for caching scopes`(scope: Lifetime.Caching) throws {
        let container = Container {
            $0.register(scope) { File() }
                .implements((any Reading).self) { $0 }
                .implements((any Writing).self) { $0 }
        }

        let reading = try container.resolve((any Reading).self)
        let writing = try container.resolve((any Writing).self)
        let file = try container.resolve(File.self)

        #expect(reading === file)
        #expect(writing === file)
    }

    @Test func `gives the same shared instance inside one resolve`() throws {
        let container = Container {
            $0.register(.shared) { File() }.implements((any Reading).self) { $0 }
            $0.register { (file: File, reading: any Reading) in [file === reading] }
        }

        #expect(try container.resolve([Bool].self) == [true])
    }

    @Test func `gives a new instance if the definition does`() throws {
        let container = Container {
            $0.register { File() }.implements((any Reading).self) { $0 }
        }

        let first = try container.resolve((any Reading).self)
        let second = try container.resolve((any Reading).self)

        #expect(first !== second)
    }

    @Test func `may have a tag of its own`() throws {
        let container = Container {
            $0.register { File(name: "log") }.implements((any Reading).self, tag: "log") { $0 }
        }

        #expect(try container.resolve((any Reading).self, tag: "log").name == "log")
        #expect(throws: ResolutionError.self) { try container.resolve((any Reading).self) }
    }

    @Test func `of a tagged definition reaches that definition`() throws {
        let container = Container {
            $0.register(.singleton, tag: "log") { File(name: "log") }
                .implements((any Reading).self) { $0 }
            $0.register(.singleton) { File(name: "plain") }
        }

        let reading = try container.resolve((any Reading).self)

        #expect(reading === (try container.resolve(File.self, tag: "log")))
    }

    @Test func `takes the arguments of the definition`() throws {
        let container = Container {
            $0.register(.singleton) { (_: inout Resolver, name: String, number: Int) in
                File(name: "\(name)\(number)")
            }.implements((any Reading).self) { $0 }
        }

        let reading = try container.resolve((any Reading).self, arguments: "a", 1)
        let file = try container.resolve(File.self, arguments: "a", 1)

        #expect(reading.name == "a1")
        #expect(reading === file)
        #expect(reading !== (try container.resolve((any Reading).self, arguments: "b", 1)))
    }

    @Test func `of an auto-wired definition works with arguments and without`() throws {
        let container = Container {
            $0.register { "wired" }
            $0.register(.singleton) { (name: String) in File(name: name) }
                .implements((any Reading).self) { $0 }
        }

        let wired = try container.resolve((any Reading).self)
        let given = try container.resolve((any Reading).self, arguments: "given")

        #expect(wired.name == "wired")
        #expect(wired === (try container.resolve(File.self)))
        #expect(given.name == "given")
        #expect(given === (try container.resolve(File.self, arguments: "given")))
    }

    @Test func `may convert into something else`() throws {
        let container = Container {
            $0.register { File(name: "abc") }.implements(Int.self) { $0.name.count }
        }

        #expect(try container.resolve(Int.self) == 3)
    }

    @Test func `is removed with its definition`() throws {
        let container = Container()
        let definition = container.register(.singleton) { File() }
            .implements((any Reading).self) { $0 }
            .implements((any Writing).self, tag: 1) { $0 }

        container.remove(definition)

        #expect(throws: ResolutionError.self) { try container.resolve((any Reading).self) }
        #expect(throws: ResolutionError.self) {
            try container.resolve((any Writing).self, tag: 1)
        }
        #expect(container.graph.nodes.isEmpty)
    }

    @Test func `reaches the definition that replaced its own`() throws {
        let container = Container {
            $0.register(.singleton) { File(name: "old") }.implements((any Reading).self) { $0 }
        }
        _ = try container.resolve((any Reading).self)

        container.register(.singleton) { File(name: "new") }.replacing()

        #expect(try container.resolve((any Reading).self).name == "new")
    }

    @Test func `stays with the replacement when the replaced definition is removed`() throws {
        let container = Container()
        let replaced = container.register(.singleton) { File(name: "old") }
            .implements((any Reading).self) { $0 }
        container.register(.singleton) { File(name: "new") }.replacing()

        container.remove(replaced)

        #expect(try container.resolve((any Reading).self).name == "new")
    }

    @Test func `calls didResolve of the definition once`() throws {
        let calls = Tally()
        let container = Container {
            $0.register { File() }
                .didResolve { _ in calls.next() }
                .implements((any Reading).self) { $0 }
        }

        _ = try container.resolve((any Reading).self)

        #expect(calls.count == 1)
    }

    @Test func `forwarded again by the replacement is no duplicate`() throws {
        let container = Container {
            $0.register(.singleton) { File(name: "old") }
                .implements((any Reading).self) { $0 }
                .implements((any Writing).self) { $0 }
            $0.register(.singleton) { File(name: "new") }
                .implements((any Reading).self) { $0 }
                .replacing()
                .implements((any Writing).self) { $0 }
        }

        #expect(container.validate().isValid)
        #expect(try container.resolve((any Reading).self).name == "new")
    }

    @Test func `forwarded by two definitions is a duplicate`() {
        let container = Container {
            $0.register(.singleton, tag: 1) { File() }.implements((any Reading).self) { $0 }
            $0.register(.singleton, tag: 2) { File() }.implements((any Reading).self) { $0 }
        }

        #expect(container.validate().errors.map(\.code) == [.duplicateBinding])
    }
}
