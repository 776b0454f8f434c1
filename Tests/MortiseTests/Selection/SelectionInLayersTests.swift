// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A selection seen from a descendant` {
    private static func app() -> Container {
        Container(name: "app") {
            $0.register(.singleton, tag: "remote") { RemoteRepository() as any Repository }
                .selectable()
            $0.register(.singleton, tag: "local") { LocalRepository() as any Repository }
                .selectable()
        }
    }

    private static func name(_ container: Container) throws -> String {
        try container.resolve((any Repository).self).name
    }

    @Test func `is the ancestor's, unless the descendant has its own`() throws {
        let app = Self.app()
        let children = [
            Container(parent: app), app.overriding(), try app.openScope("scope"),
            Container(parent: Container(parent: app)),
        ]
        for selected in ["local", "remote", "local"] {
            try app.select(selected, for: (any Repository).self)
            for child in children { #expect(try Self.name(child) == selected) }
        }
    }

    @Test func `may be the descendant's own, invisible to ancestors`() throws {
        let app = Self.app()
        let child = Container(parent: app)
        let grandchild = Container(parent: child)
        let overlay = app.overriding()

        #expect(try child.select("local", for: (any Repository).self))
        #expect(try !child.select("local", for: (any Repository).self))
        #expect(try overlay.select("local", for: (any Repository).self))
        #expect(try Self.name(app) == "remote")
        #expect(try Self.name(child) == "local")
        #expect(try Self.name(grandchild) == "local")
        #expect(try Self.name(overlay) == "local")
        try app.select("local", for: (any Repository).self)
        try child.select("remote", for: (any Repository).self)
        #expect(try Self.name(child) == "remote")
        #expect(try Self.name(grandchild) == "remote")
        #expect(try Self.name(app) == "local")
        // M-4: a singleton belongs to its definition; an overlay has its own.
        let own = try app.resolve((any Repository).self, tag: "remote")
        #expect(try child.resolve((any Repository).self) === own)
        #expect(
            try overlay.resolve((any Repository).self) !== app.resolve((any Repository).self)
        )
        #expect(
            try overlay.resolve((any Repository).self) === overlay.resolve((any Repository).self)
        )
    }

    @Test func `finds an overlay's replacement of an implementation`() throws {
        final class Fake: Repository { let name = "fake" }
        let app = Self.app()
        let test = app.overriding {
            $0.register(tag: "remote") { Fake() as any Repository }
        }

        #expect(try Self.name(test) == "fake")
        try app.select("local", for: (any Repository).self)
        #expect(try Self.name(test) == "local")
        #expect(try Self.name(app) == "local")
    }

    @Test func `of an overlay finds its replacement of an implementation, too`() throws {
        final class Fake: Repository { let name = "fake" }
        let app = Self.app()
        let test = app.overriding()
        try test.select("local", for: (any Repository).self)
        for number in 0..<20 { test.register(tag: number) { number } }
        test.register(tag: "remote") { Fake() as any Repository }

        #expect(try Self.name(test) == "local")
        try test.select("remote", for: (any Repository).self)
        #expect(try Self.name(test) == "fake")
        #expect(try Self.name(app) == "remote")
    }

    @Test func `is kept beside the descendant's implementations until one of them is selected`()
        throws
    {
        final class Mock: Repository { let name = "mock" }
        let app = Self.app()
        let child = Container(parent: app) {
            $0.register(tag: "mock") { Mock() as any Repository }.selectable()
        }

        #expect(try Self.name(child) == "remote")
        try child.select("mock", for: (any Repository).self)
        #expect(try Self.name(child) == "mock")
        try child.select("local", for: (any Repository).self)
        #expect(try Self.name(child) == "local")
        #expect(try Self.name(app) == "remote")
        expectRefusal(.missingBinding) {
            try app.select("mock", for: (any Repository).self)
        }
    }

    @Test func `falls back to the ancestor's when the selected definition was removed`() throws {
        let app = Container()
        app.register(tag: "one") { 1 }.selectable()
        let two = app.register(tag: "two") { 2 }.selectable()
        let child = Container(parent: app)
        try child.select("two", for: Int.self)

        app.remove(two)
        #expect(try child.resolve(Int.self) == 1)
    }

    @Test func `is the requested container's, for scopes`() throws {
        let app = Container {
            $0.register(.scoped("request"), tag: "a") { RemoteRepository() as any Repository }
                .selectable()
            $0.register(.scoped("request"), tag: "b") { LocalRepository() as any Repository }
                .selectable()
        }
        let first = try app.openScope("request")
        let second = try app.openScope("request")
        try second.select("b", for: (any Repository).self)

        #expect(try Self.name(first) == "remote")
        #expect(try Self.name(second) == "local")
        #expect(
            try first.resolve((any Repository).self) === first.resolve((any Repository).self)
        )
    }

    @Test func `does not exist beside an untagged definition, or after its removal`() throws {
        let app = Self.app()
        let child = Container(parent: app)
        try child.select("local", for: (any Repository).self)
        child.register { RemoteRepository() as any Repository }
        #expect(child.selection(for: (any Repository).self) == nil)

        let other = Container(parent: app)
        let extra = app.register(tag: "extra") { LocalRepository() as any Repository }.selectable()
        try other.select("extra", for: (any Repository).self)
        #expect(other.selection(for: (any Repository).self) == "extra")
        app.remove(extra)
        #expect(try Self.name(other) == "remote")
        #expect(other.selection(for: (any Repository).self) == "remote")
    }

    @Test func `is not a closed source's`() async throws {
        let app = Self.app()
        let other = Container {
            $0.register(tag: "local") { LocalRepository() as any Repository }.selectable()
        }
        let child = Container(sources: [app, other])
        #expect(child.selection(for: (any Repository).self) == "remote")
        try await app.close()
        #expect(child.selection(for: (any Repository).self) == "local")
        #expect(try Self.name(child) == "local")
    }

    @Test func `takes run-time arguments that an ancestor registers later`() throws {
        let app = Container {
            $0.register(tag: "one") { "one" }.selectable()
            $0.register(tag: "two") { "two" }.selectable()
        }
        let child = Container(parent: app)
        try child.select("two", for: String.self)
        app.register(tag: "one") { (_: inout Resolver, number: Int) in "one \(number)" }
            .selectable()
        app.register(tag: "two") { (_: inout Resolver, number: Int) in "two \(number)" }
            .selectable()

        try child.select("one", for: String.self)
        try child.select("two", for: String.self)
        #expect(try child.resolve(String.self, arguments: 2) == "two 2")
        #expect(try app.resolve(String.self, arguments: 1) == "one 1")
    }

    @Test func `applies to run-time arguments that were unknown when it was made`() throws {
        let app = Container {
            $0.register(tag: "one") { "one" }.selectable()
            $0.register(tag: "two") { "two" }.selectable()
        }
        let child = Container(parent: app)
        try child.select("two", for: String.self)
        for tag in ["one", "two"] {
            app.register(tag: tag) { (_: inout Resolver, number: Int) in "\(tag) \(number)" }
                .selectable()
        }
        #expect(try child.resolve(String.self, arguments: 2) == "two 2")
        #expect(try app.resolve(String.self, arguments: 1) == "one 1")
    }

    @Test func `has no effect once the ancestor's definitions are removed`() throws {
        let app = Container { $0.register(tag: "x") { 1 }.selectable() }
        let child = Container(parent: app)
        try child.select("x", for: Int.self)
        app.reset()
        #expect(try child.resolve(Int?.self) == nil)
        #expect(Observed<Int?>(in: child).wrappedValue == nil)
        expectRefusal(.missingBinding) { try child.resolve(Int.self) }
    }

    @Test func `without a definition leaves the choice to the next source`() throws {
        let far = Container { $0.register(tag: "x") { 1 }.selectable() }
        let near = Container(parent: far)
        try near.select("x", for: Int.self)
        far.reset()
        let other = Container { $0.register(tag: "o") { 2 }.selectable() }
        let asker = Container(sources: [near, other])
        #expect(asker.selection(for: Int.self) == "o")
        #expect(try asker.resolve(Int.self) == 2)
    }

    @Test func `without a definition is no cycle`() throws {
        let app = Container {
            $0.register(tag: "one") { 1 }.selectable()
        }
        let two = app.register(tag: "two") { 2 }.selectable()
        let child = Container(parent: app)
        try child.select("two", for: Int.self)
        child.register { (number: Int) in "\(number)" }
        app.remove(two)
        #expect(try child.resolve(String.self) == "1")
        #expect(child.validate().isValid)
    }
}
