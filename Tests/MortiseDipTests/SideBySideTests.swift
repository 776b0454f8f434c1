// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import MortiseGraph
import Testing

// Both modules in one file: names that both have are qualified.
@Suite(.quiet) struct `Old and new, side by side` {
    final class Old {
        @MortiseDip.Injected var new: New?
    }

    final class New {
        let service: any Service
        init(service: any Service) { self.service = service }
    }

    @Test func `share one engine, and resolve from each other`() throws {
        let engine = Container()
        let old = DependencyContainer(container: engine)
        engine.register(.shared) { New(service: try $0.resolve()) }
        let definition: MortiseDip.Definition<any Service, Void> = old.register {
            ServiceImp() as any Service
        }
        let newer: Mortise.Definition<Old> = engine.register(.shared) { Old() }
        #expect(newer.key.description.contains("Old") && definition.description.contains("Service"))
        old.register { [unowned old] in
            Pair(first: try old.resolve(), second: (try old.resolve() as New).service)
        }
        let pair = try engine.resolve(Pair.self)
        #expect(pair.first === pair.second)
        _ = try old.resolve() as New
        engine.register(.unique) { Old() }
        #expect(try (old.resolve() as Old).new?.service is ServiceImp)
    }

    @Test func `each looks up a tag by its own rule`() throws {
        let old = DependencyContainer()
        old.register(.unique) { ServiceImp(name: "plain") as any Service }
        old.register(.unique) { [unowned old] in
            Client(service: try old.resolve(tag: "unknown"))
        }
        old.container.register(.unique) { resolver -> [any Service] in
            [try resolver.resolve((any Service).self, tag: "unknown")]
        }
        old.container.register(.unique) { resolver -> New in
            New(service: try resolver.resolve((any Service).self))
        }

        #expect((try old.resolve(tag: "unknown") as any Service) is ServiceImp)
        #expect((try old.resolve() as Client).service is ServiceImp)
        #expect((try old.resolve(tag: "unknown") as New).service is ServiceImp)
        let error = #expect(throws: ResolutionError.self) {
            try old.container.resolve([any Service].self)
        }
        #expect(error?.code == .missingBinding)
        #expect(throws: ResolutionError.self) {
            try old.container.resolve((any Service).self, tag: "unknown")
        }
        #expect(throws: (any Error).self) { try old.resolve(tag: "unknown") as [any Service] }
    }

    @Test func `a definition for any tag answers both`() throws {
        let old = DependencyContainer()
        old.container.register(tag: "tag") { "tagged" }
        old.container.register { "any" }.forAnyTag()

        #expect(try old.resolve(tag: "tag") == "tagged")
        #expect(try old.resolve(tag: "unknown") == "any")
        #expect(try old.container.resolve(String.self, tag: "unknown") == "any")
    }

    @Test func `each throws its own errors`() throws {
        let engine = Container()
        let old = DependencyContainer(container: engine)
        #expect(throws: DipError.self) { try old.resolve() as New }
        #expect(throws: ResolutionError.self) { try engine.resolve(New.self) }
    }

    @Test func `a container resolves asynchronously if factories and blocks write try`()
        async throws
    {
        let engine = Container()
        let old = DependencyContainer(container: engine)
        engine.register(.singleton) { () async -> Int in 5 }
        old.register(.unique) { [unowned old] in "\(try old.resolve() as Int)" }
        old.register(.unique, tag: "optional") { [unowned old] in
            "\((try? old.resolve() as Int) ?? 0)"
        }
        old.register(.unique, tag: "block") { ServiceImp() }
            .resolvingProperties { $1.name = "\(try $0.resolve() as Int)" }
        #expect(try await engine.async.resolve(String.self) == "5")
        engine.dropInstances()
        #expect(try await engine.async.resolve(String.self, tag: "optional") == "5")
        engine.dropInstances()
        old.register(.unique) { [unowned old] () -> [String] in
            [try (old.resolve(tag: "block") as ServiceImp).name]
        }
        #expect(try await engine.async.resolve([String].self) == ["5"])
    }

    @Test func `a container of the engine outlives its vocabulary`() throws {
        let engine = Container()
        do {
            let old = DependencyContainer(container: engine)
            old.register { 5 }
            old.register { ServiceImp() }.resolvingProperties {
                $1.name = "\(try $0.resolve() as Int)"
            }
        }
        #expect(try engine.resolve(ServiceImp.self).name == "5")
    }
}
