// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `Contributing definitions` {
    private protocol Plugin: AnyObject, Sendable { var name: String { get } }
    private final class Named: Plugin {
        let name: String
        init(_ name: String) { self.name = name }
    }

    private static func contribute(_ names: String..., to container: Container) {
        for name in names {
            container.register(.singleton) { Named(name) as any Plugin }.contributing()
        }
    }

    private static func all(_ container: Container, tag: String? = nil) throws -> [String] {
        try container.resolveAll((any Plugin).self, tag: tag).map(\.name)
    }

    @Test func `are all resolved, in the order registered`() throws {
        let container = Container { Self.contribute("a", "b", "c", to: $0) }

        #expect(try Self.all(container) == ["a", "b", "c"])
    }

    @Test func `give the last to a request for one`() throws {
        let container = Container { Self.contribute("a", "b", to: $0) }

        #expect(try container.resolve((any Plugin).self).name == "b")
    }

    @Test func `keep an instance each`() throws {
        let container = Container { Self.contribute("a", "b", to: $0) }

        let first = try container.resolveAll((any Plugin).self)
        let second = try container.resolveAll((any Plugin).self)

        #expect(first[0] === second[0] && first[1] === second[1])
        #expect(try container.resolve((any Plugin).self) === first[1])
    }

    @Test func `are no duplicates`() {
        let container = Container { Self.contribute("a", "b", to: $0) }

        #expect(container.validate().isValid)
    }

    @Test func `have tags like others`() throws {
        let container = Container {
            Self.contribute("plain", to: $0)
            $0.register(tag: "x") { Named("x1") as any Plugin }.contributing()
            $0.register(tag: "x") { Named("x2") as any Plugin }.contributing()
        }

        #expect(try Self.all(container, tag: "x") == ["x1", "x2"])
        #expect(try Self.all(container) == ["plain"])
    }

    @Test func `are all replaced by one marked as replacing`() throws {
        let container = Container {
            Self.contribute("a", "b", to: $0)
            $0.register { Named("only") as any Plugin }.replacing()
        }

        #expect(try Self.all(container) == ["only"])
        #expect(container.validate().isValid)
    }

    @Test func `can be removed one by one`() throws {
        let container = Container { Self.contribute("a", to: $0) }
        let middle = container.register { Named("b") as any Plugin }.contributing()
        Self.contribute("c", to: container)

        container.remove(middle)

        #expect(try Self.all(container) == ["a", "c"])
    }

    @Test func `leave the previous one as the last when the last is removed`() throws {
        let container = Container { Self.contribute("a", "b", to: $0) }
        let last = container.register { Named("c") as any Plugin }.contributing()
        #expect(try container.resolve((any Plugin).self).name == "c")

        container.remove(last)

        #expect(try container.resolve((any Plugin).self).name == "b")
        #expect(try Self.all(container) == ["a", "b"])
    }

    @Test func `of sources come first, then the container's own`() throws {
        let grandparent = Container { Self.contribute("a", to: $0) }
        let parent = Container(parent: grandparent) { Self.contribute("b", to: $0) }
        let child = Container(parent: parent) { Self.contribute("c", "d", to: $0) }

        #expect(try Self.all(child) == ["a", "b", "c", "d"])
    }

    @Test func `of sources are hidden by a definition that does not contribute`() throws {
        let parent = Container { Self.contribute("a", to: $0) }
        let child = Container(parent: parent) { $0.register { Named("own") as any Plugin } }

        #expect(try Self.all(child) == ["own"])
    }

    @Test func `are resolved inside factories too`() throws {
        let container = Container {
            Self.contribute("a", "b", to: $0)
            $0.register { resolver in try resolver.resolveAll((any Plugin).self).map(\.name) }
        }

        #expect(try container.resolve([String].self) == ["a", "b"])
    }

    @Test func `are none if nothing is registered`() throws {
        #expect(try Self.all(Container()).isEmpty)
    }

    @Test func `give the only definition, even if it does not contribute`() throws {
        let container = Container { $0.register { Named("single") as any Plugin } }

        #expect(try Self.all(container) == ["single"])
    }

    @Test func `fail with the error of the one that fails`() throws {
        struct Jammed: Error {}
        let container = Container {
            Self.contribute("a", to: $0)
            $0.register { () throws -> any Plugin in throw Jammed() }.contributing()
        }

        let error = try #require(throws: ResolutionError.self) { try Self.all(container) }

        #expect(error.underlying is Jammed)
    }

    @Test func `share the shared instances of one resolve`() throws {
        let container = Container {
            $0.register(.shared) { Named("core") }
            $0.register(tag: "x") { try $0.resolve(Named.self) as any Plugin }.contributing()
            $0.register(tag: "x") { try $0.resolve(Named.self) as any Plugin }.contributing()
        }

        let all = try container.resolveAll((any Plugin).self, tag: "x")

        #expect(all.count == 2 && all[0] === all[1])
    }

    @Test(arguments: [true, false])
    func `are all found through a type they forward`(isMarkedFirst: Bool) throws {
        let container = Container()
        for name in ["a", "b"] {
            let definition = container.register(.singleton) { Named(name) }
            if isMarkedFirst { definition.contributing() }
            definition.implements((any Plugin).self) { $0 }
            if !isMarkedFirst { definition.contributing() }
        }

        #expect(try Self.all(container) == ["a", "b"])
        #expect(try container.resolve((any Plugin).self).name == "b")
        let own = try container.resolveAll(Named.self)
        let forwarded = try container.resolveAll((any Plugin).self)
        #expect(zip(own, forwarded).allSatisfy { $0 === $1 })
    }

    @Test func `with arguments are all found through a type they forward`() throws {
        let container = Container()
        for name in ["a", "b"] {
            container.register { (resolver: inout Resolver) in Named(name) }
                .contributing()
                .implements((any Plugin).self) { $0 }
            container.register { (number: Int) in Named("\(name)\(number)") }
                .contributing()
                .implements((any Plugin).self) { $0 }
        }
        container.register { 7 }

        #expect(try container.resolve((any Plugin).self, arguments: 1).name == "b1")
        #expect(try Self.all(container) == ["a", "a7", "b", "b7"])
    }

    @Test func `do not keep each other alive after their removal`() throws {
        final class Witness: Sendable {}
        let container = Container()
        weak var gone: Witness?
        do {
            let witness = Witness()
            gone = witness
            container.register { [witness] in Named("\(witness)") }
                .contributing()
                .implements((any Plugin).self) { $0 }
        }
        _ = try Self.all(container)

        container.reset()

        #expect(gone == nil)
    }

    @Test func `of several sources come source by source`() throws {
        let first = Container { Self.contribute("a", "b", to: $0) }
        let second = Container { Self.contribute("c", to: $0) }
        let container = Container(sources: [first, second])
        Self.contribute("own", to: container)

        #expect(try Self.all(container) == ["a", "b", "c", "own"])
    }

    @Test func `are hidden only by a definition of their own side`() throws {
        let hidden = Container { Self.contribute("hidden", to: $0) }
        let plain = Container(parent: hidden) {
            $0.register(.singleton) { Named("plain") as any Plugin }
        }
        let beside = Container { Self.contribute("beside", to: $0) }

        #expect(try Self.all(Container(sources: [plain, beside])) == ["plain", "beside"])
        #expect(try Self.all(Container(sources: [beside, plain])) == ["beside", "plain"])
    }
}
