// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

private protocol Plugin: Sendable {
    var name: String { get }
}

private final class Named: Plugin {
    let name: String
    init(_ name: String) { self.name = name }
}

private struct Host: Sendable {
    let plugins: [any Plugin]
    init(plugins: [any Plugin]) { self.plugins = plugins }
    var names: [String] { plugins.map(\.name) }
}

private struct Menu: Sendable {
    let plugins: [DefinitionTag: any Plugin]
    init(plugins: [DefinitionTag: any Plugin]) { self.plugins = plugins }
    var names: [DefinitionTag: String] { plugins.mapValues(\.name) }
}

private let file: StaticString = "App/Wiring.swift"

@Suite struct `A collection` {
    private func makeApp() -> Container {
        Container(name: "app") {
            $0.register(file: file, line: 1) { Named("first") as any Plugin }.contributing()
            $0.register(.singleton, file: file, line: 2) { Named("second") as any Plugin }
                .contributing()
            $0.register(tag: "a", file: file, line: 3) { Named("tagged a") as any Plugin }
                .contributing()
            $0.register(.singleton, tag: "b", file: file, line: 4) {
                Named("tagged b") as any Plugin
            }.contributing()
            $0.register(file: file, line: 5) { Host(plugins: $0) }
            $0.register(file: file, line: 6) { Menu(plugins: $0) }
        }
    }

    @Test func `has what contributes without a tag, in order`() throws {
        let app = makeApp()

        for _ in 1...3 {
            #expect(try app.resolve(Host.self).names == ["first", "second"])
            #expect(try app.resolve([any Plugin].self).map(\.name) == ["first", "second"])
        }
        let one = try app.resolve([any Plugin].self)
        let other = try app.resolve([any Plugin].self)
        #expect(one[0] as AnyObject !== other[0] as AnyObject)
        #expect(one[1] as AnyObject === other[1] as AnyObject)
        #expect(app.validate().findings == [])
    }

    @Test func `has what contributes with a tag, by tag`() throws {
        let app = makeApp()

        for _ in 1...3 {
            #expect(try app.resolve(Menu.self).names == ["a": "tagged a", "b": "tagged b"])
        }
    }

    @Test func `is given by a provider and to a resolver`() throws {
        let app = makeApp()
        app.register(tag: "by hand") { Host(plugins: try $0.resolve()) }
        #expect(try app.provider(of: [any Plugin].self)().count == 2)
        #expect(try app.resolve(Host.self, tag: "by hand").names == ["first", "second"])
        #expect(try app.resolve([any Plugin]?.self)?.count == 2)
    }

    @Test func `takes wired definitions, and those that forward`() throws {
        let app = Container {
            $0.register { "wired" }
            $0.register { (name: String) in Named(name) as any Plugin }.contributing()
            $0.register { Named("forwarded") }.implements((any Plugin).self) { $0 }.contributing()
            $0.register { Host(plugins: $0) }
        }
        for _ in 1...3 {
            #expect(try app.resolve(Host.self).names == ["wired", "forwarded"])
        }
    }

    @Test func `has what is forwarded after it contributes`() throws {
        let app = Container()
        app.register { Named("first") }.contributing().implements((any Plugin).self) { $0 }
        #expect(try app.resolve([any Plugin].self).map(\.name) == ["first"])

        app.register { Named("second") }.contributing().implements((any Plugin).self, tag: "b") {
            $0
        }
        let tagged: [DefinitionTag: any Plugin] = try app.resolve()
        #expect(tagged.mapValues(\.name) == ["b": "second"])
    }

    @Test func `has those of parents first, and those of its own container for a singleton`() throws
    {
        let app = makeApp()
        app.register(.singleton, tag: "kept") { Host(plugins: try $0.resolve()) }
        let child = Container(parent: app) {
            $0.register { Named("third") as any Plugin }.contributing()
            $0.register(tag: "b") { Named("nearer b") as any Plugin }.contributing()
            $0.register(tag: "c") { Named("tagged c") as any Plugin }.contributing()
        }

        #expect(try child.resolve(Host.self).names == ["first", "second", "third"])
        #expect(
            try child.resolve(Menu.self).names
                == ["a": "tagged a", "b": "nearer b", "c": "tagged c"]
        )
        #expect(try child.resolve(Host.self, tag: "kept").names == ["first", "second"])
        #expect(try app.resolve(Host.self).names == ["first", "second"])
        #expect(child.validate().findings.filter { $0.code != .notProven } == [])
    }

    @Test func `is seen by a child that contributes nothing, and by an overlay`() throws {
        let app = makeApp()
        #expect(try Container(parent: app).resolve(Host.self).names == ["first", "second"])
        let overlay = app.overriding {
            $0.register { Named("fake") as any Plugin }.contributing().replacing()
            $0.register(tag: "a") { Named("fake a") as any Plugin }.contributing().replacing()
        }
        #expect(try overlay.resolve(Host.self).names == ["fake"])
        #expect(try overlay.resolve(Menu.self).names == ["a": "fake a", "b": "tagged b"])
        #expect(try app.openScope("request").resolve(Host.self).names == ["first", "second"])
    }

    @Test func `follows what is registered, replaced and removed`() throws {
        let app = makeApp()
        _ = try app.resolve(Host.self)
        let third = app.register { Named("third") as any Plugin }.contributing()
        #expect(try app.resolve(Host.self).names == ["first", "second", "third"])
        app.remove(third)
        #expect(try app.resolve(Host.self).names == ["first", "second"])
        app.install {
            $0.register { Named("all") as any Plugin }.contributing().replacing()
        }
        #expect(try app.resolve(Host.self).names == ["all"])
        app.reset()
        #expect(throws: ResolutionError.self) { try app.resolve([any Plugin].self) }
    }

    @Test func `that is registered itself comes first`() throws {
        let app = makeApp()
        app.register { [Named("own")] as [any Plugin] }
        #expect(try app.resolve(Host.self).names == ["own"])
    }

    @Test func `has of each container only what contributes, if anything does`() throws {
        let parent = Container { $0.register { Named("parent") as any Plugin } }
        for (container, first) in [(Container(), []), (Container(parent: parent), ["parent"])] {
            container.register { (_: inout Resolver, name: String) in Named(name) as any Plugin }
            container.register { Named("one") as any Plugin }.contributing()
            container.register { Named("two") as any Plugin }.contributing()
            let names = try container.resolve([any Plugin].self).map(\.name)
            #expect(names == first + ["one", "two"])
            #expect(try container.resolveAll((any Plugin).self).map(\.name) == names)
        }
    }

    @Test func `takes one value for a tag from the first of several sources`() throws {
        let sources = ["first", "second"].map { name in
            Container {
                $0.register(tag: "t") { Named(name) as any Plugin }.contributing()
            }
        }
        let app = Container(sources: sources)
        #expect(try app.resolve((any Plugin).self, tag: "t").name == "first")
        let plugins: [DefinitionTag: any Plugin] = try app.resolve()
        #expect(plugins.mapValues(\.name) == ["t": "first"])
    }

    @Test(arguments: [false, true])
    func `that is registered itself is kept beside a declaration`(_ isFirst: Bool) throws {
        let app = Container()
        if isFirst { app.declaresCollection(of: (any Plugin).self) }
        app.register { [Named("own")] as [any Plugin] }
        if !isFirst { app.declaresCollection(of: (any Plugin).self) }
        app.declaresCollection(of: (any Plugin).self)
        #expect(try app.resolve([any Plugin].self).map(\.name) == ["own"])
        #expect(app.validate().errors == [])
    }

    @Test func `is missing if nothing contributes`() throws {
        let app = Container(name: "app") {
            $0.register(file: file, line: 1) { Named("alone") as any Plugin }
            $0.register(file: file, line: 5) { Host(plugins: $0) }
        }
        let error = try #require(throws: ResolutionError.self) { try app.resolve(Host.self) }
        #expect(error.code == .missingBinding)
    }

    @Test func `may be empty if it is declared`() throws {
        let app = Container {
            $0.declaresCollection(of: (any Plugin).self)
            $0.register { Host(plugins: $0) }
            $0.register { Menu(plugins: $0) }
        }
        #expect(try app.resolve(Host.self).names == [])
        #expect(try app.resolve(Menu.self).names == [:])
        #expect(app.validate().findings == [])

        let child = Container(parent: app) {
            $0.register { Named("only") as any Plugin }.contributing()
        }
        #expect(try child.resolve(Host.self).names == ["only"])
        app.register { Named("first") as any Plugin }.contributing()
        #expect(try app.resolve(Host.self).names == ["first"])
        #expect(try child.resolve(Host.self).names == ["first", "only"])
        #expect(app.validate().findings == [])
    }

    @Test func `is declared by a module`() throws {
        struct Components: DefinitionModule {
            let plugins = ModuleDefinition.declaring {
                $0.declaresCollection(of: (any Plugin).self)
            }
        }
        let app = Container(modules: Components())
        #expect(try app.resolve([any Plugin].self).isEmpty)
        app.uninstall(Components())
        #expect(throws: ResolutionError.self) { try app.resolve([any Plugin].self) }

        let other = Container()
        other.declaresCollection(of: (any Plugin).self)
        let keyed: [DefinitionTag: any Plugin] = try other.resolve()
        #expect(keyed.isEmpty)
    }

    @Test func `cannot have two values for one tag`() throws {
        let app = makeApp()
        app.register(tag: "a", file: file, line: 9) { Named("again") as any Plugin }.contributing()

        let error = try #require(throws: ResolutionError.self) { try app.resolve(Menu.self) }
        try expectGolden(error.description, "error-contributed-twice")
        #expect(app.validate().errors.map(\.fact) == [error.diagnostic.fact])
        #expect(try app.resolveAll((any Plugin).self, tag: "a").count == 2)
    }

    @Test func `needs the lane of each contribution`() async throws {
        let app = makeApp()
        app.register(.singleton) { () async in Named("late") as any Plugin }.contributing()

        let error = #expect(throws: ResolutionError.self) { try app.resolve(Host.self) }
        #expect(error?.code == .needsAsync)
        #expect(try await app.async.resolve(Host.self).names == ["first", "second", "late"])
        #expect(try app.resolve(Host.self).names == ["first", "second", "late"])

        let other = makeApp()
        other.main.register { Named("main") as any Plugin }.contributing()
        let refused = #expect(throws: ResolutionError.self) { try other.resolve([any Plugin].self) }
        #expect(refused?.code == .needsMainActor)
        let names = try await MainActor.run {
            try other.main.resolve([any Plugin].self).map(\.name)
        }
        #expect(names == ["first", "second", "main"])
    }

    @Test func `is part of a cycle`() throws {
        let app = Container(name: "app") {
            $0.register(file: file, line: 1) { (host: Host) in Named(host.names[0]) as any Plugin }
                .contributing()
            $0.register(file: file, line: 2) { Host(plugins: $0) }
        }
        let error = try #require(throws: ResolutionError.self) { try app.resolve(Host.self) }
        #expect(error.code == .cycle)
        #expect(app.validate().errors.map(\.code) == [.cycle])
    }

    @Test func `is drawn with an edge to each`() throws {
        try expectGolden(makeApp().graph.text(), "graph-collections")
    }

    @Test func `is whole for each of many threads, while others register`() async throws {
        let app = makeApp()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        do {
                            if number == 0 {
                                let more = app.register { Named("more") as any Plugin }
                                    .contributing()
                                app.remove(more)
                            } else {
                                let names = try app.resolve(Host.self).names
                                #expect(names.starts(with: ["first", "second"]))
                                #expect(names.count <= 3)
                            }
                        } catch {
                            Issue.record(error)
                        }
                    }
                }
            }
        }
    }
}
