// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol Plugin: Sendable {}
private struct Plain: Plugin {}
private struct Menu: Sendable {
    let plugins: [any Plugin]
}

@Suite struct `The validation of contributions` {
    @Test func `warns of two with one tag, whoever asks`() throws {
        let container = Container {
            $0.register(tag: "a") { Plain() as any Plugin }.contributing()
            $0.register(tag: "a") { Plain() as any Plugin }.contributing()
        }

        #expect(container.validate().warnings.map(\.code) == [.duplicateBinding])
        #expect(throws: ResolutionError.self) {
            let all: [DefinitionTag: any Plugin] = try container.resolve()
            return all
        }
    }

    @Test func `is silent if all with one tag are what is asked for`() throws {
        let container = Container {
            $0.register(tag: "a") { Plain() as any Plugin }.contributing()
            $0.register(tag: "a") { Plain() as any Plugin }.contributing()
            $0.register { r in Menu(plugins: try r.resolveAll(tag: "a")) }
        }

        #expect(try container.resolve(Menu.self).plugins.count == 2)
        #expect(container.validate().findings == [])
    }

    @Test func `is silent about a tag that a child contributes again`() throws {
        let app = Container {
            $0.register(tag: "a") { Plain() as any Plugin }.contributing()
        }
        let child = Container(parent: app) {
            $0.register(tag: "a") { Plain() as any Plugin }.contributing()
        }
        let all: [DefinitionTag: any Plugin] = try child.resolve()

        #expect(all.count == 1)
        #expect(child.validate().findings == [])
    }

    @Test func `warns only of two that one replaces for who asks`() throws {
        struct Named: Sendable { let plugins: [DefinitionTag: any Plugin] }
        let app = Container {
            $0.register(tag: "a") { Plain() as any Plugin }.contributing()
            $0.register(tag: "a") { Plain() as any Plugin }.contributing()
        }
        let overlay = app.overriding {
            $0.register(tag: "a") { Plain() as any Plugin }.replacing()
            $0.register { Named(plugins: $0) }
        }

        #expect(try overlay.resolve(Named.self).plugins.count == 1)
        #expect(overlay.validate().errors == [])
    }

    @Test func `says that a list is empty because all have tags`() throws {
        let container = Container {
            $0.declaresCollection(of: (any Plugin).self)
            $0.register(tag: "a") { Plain() as any Plugin }.contributing()
            $0.register(autowiring: Menu.init)
        }
        let all = Container {
            $0.register(tag: "a") { Plain() as any Plugin }.contributing()
            $0.register { r in Menu(plugins: try r.resolveAll()) }
        }

        #expect(container.validate().warnings.map(\.code) == [.missingBinding])
        #expect(try container.resolve(Menu.self).plugins.isEmpty)
        #expect(try all.resolve(Menu.self).plugins.isEmpty)
        #expect(all.validate().warnings.map(\.code) == [.missingBinding])
    }

    @Test func `says of a missing list how to ask`() throws {
        let container = Container {
            $0.register(tag: "a") { Plain() as any Plugin }.contributing()
            $0.register(autowiring: Menu.init)
        }

        let error = try #require(throws: ResolutionError.self) { try container.resolve(Menu.self) }

        #expect(error.description.contains("or contribute it without a tag"))
        #expect(container.validate().errors.map(\.hint) == [error.diagnostic.hint])
    }

    @Test func `warns of a definition that hides what its parent contributes`() throws {
        let app = Container(name: "app") {
            $0.register { Plain() as any Plugin }.contributing()
            $0.register { Plain() as any Plugin }.contributing()
        }
        let child = Container(parent: app) { $0.register { Plain() as any Plugin } }
        let overlay = app.overriding { $0.register { Plain() as any Plugin } }

        for other in [child, overlay] {
            #expect(try other.resolveAll((any Plugin).self).count == 1)
            #expect(other.validate().warnings.map(\.code) == [.duplicateBinding])
        }
        let adding = app.overriding { $0.register { Plain() as any Plugin }.contributing() }
        let replacing = app.overriding { $0.register { Plain() as any Plugin }.replacing() }
        #expect(adding.validate().findings == [])
        #expect(replacing.validate().findings == [])
    }

    @Test func `is silent where nothing is hidden`() throws {
        let app = Container(name: "app") {
            $0.register { Plain() as any Plugin }.contributing()
            $0.register(tag: "a") { Plain() as any Plugin }.contributing()
        }
        let arguments = Container(parent: app) {
            $0.register { (_: inout Resolver, _: Int) in Plain() as any Plugin }
        }
        #expect(try arguments.resolveAll((any Plugin).self).count == 1)
        #expect(arguments.validate().findings == [])

        let tagged = Container(parent: app) { $0.register(tag: "a") { Plain() as any Plugin } }
        #expect(try tagged.resolveAll((any Plugin).self).count == 1)
        #expect(tagged.validate().findings == [])

        // What this overrides is no list any more.
        let replacing = Container(parent: app) {
            $0.register { Plain() as any Plugin }.replacing()
        }
        let child = Container(parent: replacing) { $0.register { Plain() as any Plugin } }
        #expect(try replacing.resolveAll((any Plugin).self).count == 1)
        #expect(child.validate().findings == [])
    }

    @Test func `warns of a scope's definition that hides, too`() throws {
        let app = Container(name: "app") {
            $0.register { Plain() as any Plugin }.contributing()
            $0.register { Plain() as any Plugin }.contributing()
        }
        let scope = try app.openScope("login") {
            $0.register { Plain() }.implements((any Plugin).self) { $0 }
        }

        #expect(try scope.resolveAll((any Plugin).self).count == 1)
        #expect(scope.validate().warnings.map(\.code) == [.duplicateBinding])
        #expect(app.validate().findings == [])
    }

    @Test func `finds a scope's name with two letters exchanged`() {
        let container = Container {
            $0.register(.scoped("login")) { Plain() }
            $0.register(.scoped("login")) { Plain() as any Plugin }
            $0.register(.scoped("logni")) { 1 }
        }

        #expect(container.validate().warnings.map(\.hint) == ["is it \"login\"?"])
    }
}

@Suite struct `The validation of what replaces` {
    @Test func `warns if requests with a tag lose their answer`() throws {
        func app() -> Container {
            Container(name: "app") { $0.register { Plain() as any Plugin }.forAnyTag() }
        }
        let own = app()
        own.register { Plain() as any Plugin }.replacing()
        let child = Container(parent: app()) { $0.register { Plain() as any Plugin }.replacing() }

        for container in [own, child] {
            #expect(container.validate().warnings.map(\.code) == [.nothingToReplace])
            let error = try #require(throws: ResolutionError.self) {
                try container.resolve((any Plugin).self, tag: "a")
            }
            #expect(error.code == .missingBinding)
        }
        let error = try #require(throws: ResolutionError.self) {
            try own.resolve((any Plugin).self, tag: "a")
        }
        #expect(error.description.contains("mark it with .forAnyTag() as well"))
        let right = Container(parent: app()) {
            $0.register { Plain() as any Plugin }.replacing().forAnyTag()
        }
        #expect(right.validate().findings == [])
    }

    @Test func `only warns of a closure's parameters that are provided by accident`() throws {
        struct Client: Sendable, Equatable { let port: Int }
        let container = Container {
            $0.register { 8080 }
            $0.register { "localhost" }
            $0.register { (_: String, port: Int) in Client(port: port) }
            $0.register { Client(port: 80) }
        }

        let validation = container.validate()

        #expect(validation.isValid)
        #expect(validation.warnings.map(\.code) == [.duplicateBinding])
        #expect(validation.warnings.map(\.path.count) == [2])
        #expect(try container.resolve(Client.self) == Client(port: 80))
        #expect(try container.resolve(Client.self, arguments: "a", 1) == Client(port: 1))
    }
}

@Suite struct `The note about factories that were not seen` {
    private struct Legacy: Sendable {}

    @Test func `is one line that says what to do`() throws {
        let container = Container {
            $0.register { 1 }
            $0.register { r in
                _ = try r.resolve(Int.self)
                return Legacy()
            }
        }

        let note = try #require(container.validate().notVerified.first)

        #expect(note.path.isEmpty)
        #expect(note.hint?.contains("mortise prove") == true)
        #expect(note.hint?.contains(".seen()") == true)
    }

    @Test func `leaves out what cannot be seen`() {
        let container = Container {
            $0.register { 1 }
            $0.register { (_: inout Resolver, number: Int) in "\(number)" }
            $0.decorate(Int.self) { original, _ in original + 1 }
        }

        #expect(container.validate().findings == [])
    }

    @Test func `leaves out what is marked`() throws {
        let container = Container {
            $0.register { 1 }
            $0.register { r in
                _ = try r.resolve(Int.self)
                return Legacy()
            }.seen()
            $0.register(.shared, tag: "steps") { Legacy() }
                .injecting { r, _ in _ = try r.resolve(Int.self) }.seen()
        }
        #expect(container.validate().findings == [])

        _ = try container.resolve(Legacy.self)
        #expect(container.validate().findings == [])
        #expect(container.graph.nodes[1].dependencies.count == 1)
    }

    @Test @MainActor func `leaves out what is marked in other lanes, and in modules`() async throws
    {
        let container = Container {
            $0.main.register { r in try "\(r.resolve(Int.self))" }.seen()
            $0.register(.singleton) { r async throws in try await [r.resolve(Int.self)] }.seen()
            $0.register { 1 }
            $0.install(Marked())
        }
        #expect(container.validate().findings == [])
        #expect(try container.main.resolve(String.self) == "1")
        #expect(try await container.async.resolve([Int].self) == [1])
    }

    private struct Marked: DefinitionModule {
        let legacy = ModuleDefinition { (r: inout Resolver) in
            _ = try r.resolve(Int.self)
            return Legacy()
        }.seen()
    }
}
