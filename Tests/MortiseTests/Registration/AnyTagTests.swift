// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol Naming: AnyObject, Sendable {
    var name: String { get }
}

private final class Pool: Naming {
    let name: String
    init(_ name: String = "") { self.name = name }
}

@Suite struct `A definition for any tag` {
    @Test func `answers any tag, and none`() throws {
        let container = Container {
            $0.register { "any" }.forAnyTag()
            $0.register(tag: "a") { "a" }
        }

        for _ in 1...3 {
            #expect(try container.resolve(String.self, tag: "unknown") == "any")
            #expect(try container.resolve(String.self, tag: 7) == "any")
            #expect(try container.resolve(String.self) == "any")
            #expect(try container.resolve(String.self, tag: "a") == "a")
        }
    }

    @Test(arguments: [Lifetime.Caching.singleton, .eagerSingleton, .weakSingleton])
    func `keeps one instance, whatever the tag`(scope: Lifetime.Caching) throws {
        let container = Container { $0.register(scope) { Pool() }.forAnyTag() }
        let child = Container(parent: container)

        let pool = try container.resolve(Pool.self, tag: "first")

        #expect(try container.resolve(Pool.self, tag: "second") === pool)
        #expect(try container.resolve(Pool.self) === pool)
        #expect(try child.resolve(Pool.self, tag: "first") === pool)
    }

    @Test(arguments: [false, true])
    func `does not stand before a nearer one without a tag in a layer`(_ isOverlay: Bool) throws {
        let app = Container {
            $0.register(.scoped("s")) { Pool("far") }.forAnyTag()
        }
        let near = Container(parent: app) { $0.register { Pool("near") } }
        let scope = try near.openScope("s")
        let layer = isOverlay ? scope.overriding { $0.register { 1 } } : scope
        for _ in 1...2 {
            #expect(try layer.resolve(Pool.self).name == "near")
            #expect(try layer.resolve(Pool.self, tag: "x").name == "far")
        }
        #expect(try layer.resolve(Pool.self, tag: "x") === layer.resolve(Pool.self, tag: "y"))
    }

    @Test func `comes after the tag's own definition, wherever that is`() throws {
        let grandparent = Container { $0.register(tag: "g") { "g in grandparent" } }
        let parent = Container(parent: grandparent) { $0.register(tag: "p") { "p in parent" } }
        let child = Container(parent: parent) {
            $0.register(tag: "c") { "c in child" }
            $0.register { "any in child" }.forAnyTag()
        }

        #expect(try child.resolve(String.self, tag: "c") == "c in child")
        #expect(try child.resolve(String.self, tag: "p") == "p in parent")
        #expect(try child.resolve(String.self, tag: "g") == "g in grandparent")
        #expect(try child.resolve(String.self, tag: "x") == "any in child")
        expectRefusal(.missingBinding) { try parent.resolve(String.self, tag: "x") }
    }

    @Test func `comes after the tag's own definition in an overlay, or beneath it`() throws {
        let base = Container {
            $0.register(tag: "b") { "b in base" }
            $0.register { 1 }.forAnyTag()
        }
        let overlay = base.overriding {
            $0.register { "any in overlay" }.forAnyTag()
            $0.register(tag: "o") { 2 }
        }

        #expect(try overlay.resolve(String.self, tag: "b") == "b in base")
        #expect(try overlay.resolve(String.self, tag: "x") == "any in overlay")
        #expect(try overlay.resolve(Int.self, tag: "o") == 2)
        #expect(try overlay.resolve(Int.self, tag: "x") == 1)
        #expect(try base.resolve(Int.self, tag: "o") == 1)
    }

    @Test func `that is nearer comes before a farther one`() throws {
        let parent = Container { $0.register { "parent" }.forAnyTag() }
        let child = Container(parent: parent) { $0.register { "child" }.forAnyTag() }

        #expect(try child.resolve(String.self, tag: "x") == "child")
        #expect(try parent.resolve(String.self, tag: "x") == "parent")
        #expect(try Container(parent: child).resolve(String.self, tag: "x") == "child")
    }

    @Test func `is not hidden by a nearer one that is not for any tag`() throws {
        let parent = Container { $0.register { "any in parent" }.forAnyTag() }
        let child = Container(parent: parent) { $0.register { "plain in child" } }

        #expect(try child.resolve(String.self, tag: "x") == "any in parent")
        #expect(try child.resolve(String.self) == "plain in child")
    }

    @Test func `is hidden by a nearer one that replaces all of its type`() throws {
        let parent = Container { $0.register { "any in parent" }.forAnyTag() }
        let child = Container(parent: parent) {
            $0.register { (_: inout Resolver, number: Int) in "\(number)" }.replacing()
        }
        let wired = Container(parent: parent) {
            $0.register { (number: Int) in "\(number)" }.replacing()
        }
        let other = Container(parent: parent) {
            $0.register { (_: inout Resolver, number: Int) in "\(number)" }
                .replacing()
                .forAnyTag()
        }

        for container in [child, wired] {
            expectRefusal(.missingBinding) { try container.resolve(String.self, tag: "x") }
            let key = Key(TypeName(of: String.self), tag: "x")
            #expect(container.graph.lookup(key) == .missing)
        }
        expectRefusal(.argumentMismatch) { try other.resolve(String.self, tag: "x") }
        #expect(try other.resolve(String.self, tag: "x", arguments: 1) == "1")
    }

    @Test func `answers any tag as soon as it is registered, and no longer than that`() throws {
        let container = Container { $0.register { "plain" } }
        expectRefusal(.missingBinding) { try container.resolve(String.self, tag: "x") }

        let definition = container.register { "any" }.forAnyTag()
        #expect(try container.resolve(String.self, tag: "x") == "any")
        container.register(tag: "x") { "exact" }
        #expect(try container.resolve(String.self, tag: "x") == "exact")
        container.remove(definition)

        #expect(try container.resolve(String.self, tag: "x") == "exact")
        expectRefusal(.missingBinding) { try container.resolve(String.self, tag: "y") }
    }

    @Test func `that shares its key with others answers any tag if it is the last`() throws {
        let last = Container {
            $0.register { "plain" }.contributing()
            $0.register { "any" }.contributing().forAnyTag()
        }
        let first = Container {
            $0.register { "any" }.contributing().forAnyTag()
            $0.register { "plain" }.contributing()
        }
        let key = Key(TypeName(of: String.self), tag: "x")

        #expect(try last.resolve(String.self, tag: "x") == "any")
        #expect(last.graph.lookup(key) == .found([0, 1]))
        expectRefusal(.missingBinding) { try first.resolve(String.self, tag: "x") }
        #expect(first.graph.lookup(key) == .missing)
    }

    // MARK: Arguments

    @Test func `works with arguments`() throws {
        let container = Container {
            $0.register { (number: Int) in "any \(number)" }.forAnyTag()
            $0.register(tag: "a") { (number: Int) in "a \(number)" }
            $0.register { (flag: Bool) in "plain \(flag)" }
        }

        #expect(try container.resolve(String.self, tag: "x", arguments: 1) == "any 1")
        #expect(try container.resolve(String.self, tag: "a", arguments: 2) == "a 2")
        #expect(try container.resolve(String.self, arguments: 3) == "any 3")
        expectRefusal(.argumentMismatch) {
            try container.resolve(String.self, tag: "x", arguments: true)
        }
    }

    @Test func `keeps one instance for equal arguments, whatever the tag`() throws {
        let container = Container {
            $0.register(.singleton) { (_: inout Resolver, name: String) in Pool(name) }.forAnyTag()
        }

        let pool = try container.resolve(Pool.self, tag: "x", arguments: "one")

        #expect(try container.resolve(Pool.self, tag: "y", arguments: "one") === pool)
        #expect(try container.resolve(Pool.self, arguments: "one") === pool)
        #expect(try container.resolve(Pool.self, tag: "x", arguments: "two") !== pool)
    }

    @Test func `is auto-wired`() throws {
        let container = Container {
            $0.register { "name" }
            $0.register { (name: String) in Pool(name) }.forAnyTag()
        }

        #expect(try container.resolve(Pool.self, tag: "x").name == "name")
        #expect(try container.resolve(Pool.self, tag: "x", arguments: "given").name == "given")
        #expect(try container.resolve(Pool.self).name == "name")
    }

    @Test(arguments: [true, false])
    func `is ambiguous if another one has as many parameters`(isFirst: Bool) {
        let container = Container {
            $0.register { "name" }
            $0.register { 1 }
            let named = $0.register { (name: String) in Pool(name) }
            let numbered = $0.register { (number: Int) in Pool("\(number)") }
            (isFirst ? named : numbered).forAnyTag()
            $0.register { try [$0.resolve(Pool.self, tag: "x")] }
        }

        expectRefusal(.ambiguousBinding) { try container.resolve(Pool.self, tag: "x") }
        expectRefusal(.ambiguousBinding) { try container.resolve([Pool].self) }
        #expect(container.validate().errors.map(\.code) == [.ambiguousBinding])
    }

    // MARK: Containers

    @Test func `works in a scope`() throws {
        let app = Container {
            $0.register(.scoped("visit")) { Pool() }.forAnyTag()
            $0.register(tag: "a") { Pool("a") }
        }
        let scope = try app.openScope("visit")

        let pool = try scope.resolve(Pool.self, tag: "x")

        #expect(try scope.resolve(Pool.self, tag: "y") === pool)
        #expect(try scope.resolve(Pool.self) === pool)
        #expect(try scope.resolve(Pool.self, tag: "a").name == "a")
        #expect(try app.openScope("visit").resolve(Pool.self, tag: "x") !== pool)
    }

    @Test func `works in an overlay, which keeps an instance of its own`() throws {
        let base = Container { $0.register(.singleton) { Pool() }.forAnyTag() }
        let overlay = base.overriding()

        let pool = try overlay.resolve(Pool.self, tag: "x")

        #expect(try overlay.resolve(Pool.self) === pool)
        #expect(try overlay.resolve(Pool.self, tag: "y") === pool)
        #expect(try base.resolve(Pool.self, tag: "x") !== pool)
        #expect(try overlay.resolve(Pool.self, tag: "x") === pool)
    }

    @Test func `passes this on to its forwarded types`() throws {
        let container = Container {
            $0.register(.singleton) { Pool("any") }
                .implements((any Naming).self) { $0 }
                .forAnyTag()
                .implements(AnyObject.self) { $0 }
                .implements(String.self, tag: "name") { $0.name }
            $0.register(tag: "a") { Pool("a") as any Naming }
        }

        let pool = try container.resolve(Pool.self)

        #expect(try container.resolve((any Naming).self, tag: "x") === pool)
        #expect(try container.resolve(AnyObject.self, tag: "x") === pool)
        #expect(try container.resolve((any Naming).self, tag: "a").name == "a")
        #expect(try container.resolve(String.self, tag: "name") == "any")
        expectRefusal(.missingBinding) { try container.resolve(String.self, tag: "x") }
    }

    @Test func `remains one when it is registered again without a tag`() throws {
        let other = Container()
        let tagged = Container()
        do {
            let first = Container()
            let definition = first.register(.singleton) { Pool() }
                .forAnyTag()
                .implements((any Naming).self) { $0 }
            other.register(definition)
            tagged.register(definition, tag: "t")
        }

        let pool = try other.resolve(Pool.self, tag: "x")

        #expect(try other.resolve(Pool.self) === pool)
        #expect(try tagged.resolve(Pool.self, tag: "t") !== pool)
        expectRefusal(.missingBinding) { try tagged.resolve(Pool.self, tag: "x") }
        expectRefusal(.missingBinding) { try tagged.resolve(Pool.self) }
    }

    @Test func `works through a link, after the own containers`() throws {
        let base = Container { $0.register { 1 }.forAnyTag() }
        let one = Container(parent: base) { $0.register { "plain" } }
        let two = Container {
            $0.register { "any" }.forAnyTag()
            $0.register(tag: "a") { "a" }
            $0.register(tag: "a") { 2 }
        }
        one.link(with: two)

        for container in [one, Container(parent: one)] {
            #expect(try container.resolve(String.self, tag: "x") == "any")
            #expect(try container.resolve(String.self, tag: "a") == "a")
            #expect(try container.resolve(String.self) == "plain")
            #expect(try container.resolve(Int.self, tag: "a") == 1)
        }
        #expect(try two.resolve(Int.self, tag: "a") == 2)
        #expect(try two.resolve(Int.self, tag: "x") == 1)
    }

    @Test func `works asynchronously and on the main actor`() async throws {
        let container = Container()
        container.register(.singleton) { (_: inout AsyncResolver) async throws -> Pool in Pool() }
            .forAnyTag()
        let text = try await MainActor.run { () throws -> String in
            container.main.register { "main" }.forAnyTag()
            return try container.main.resolve(String.self, tag: "x")
        }

        let pool = try await container.async.resolve(Pool.self, tag: "x")

        #expect(try await container.async.resolve(Pool.self, tag: "y") === pool)
        #expect(try await container.async.resolve(Pool.self) === pool)
        #expect(text == "main")
    }

    // MARK: Validation and mistakes

    @Test func `satisfies a recorded dependency on an unknown tag`() throws {
        let container = Container {
            $0.register { "any" }.forAnyTag()
            $0.register { try [$0.resolve(String.self, tag: "x")] }
        }
        _ = try container.resolve([String].self)

        let graph = container.graph

        #expect(container.validate().isValid)
        #expect(graph.nodes.map(\.answersAnyTag) == [true, false])
        #expect(graph.nodes[1].dependencies.map(\.tagRule) == [.exact])
        container.register { "plain" }.replacing()
        #expect(container.validate().errors.map(\.code) == [.missingBinding])
        #expect(container.graph.nodes.contains(where: \.answersAnyTag) == false)
    }

    @Test func `must not have a tag`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Container().register(tag: "a", file: "App/Wiring.swift", line: 3) { 1 }.forAnyTag()
        }

        let text = String(
            decoding: try #require(result).standardErrorContent,
            as: UTF8.self
        )
        #expect(text.contains(#"Int "a" at App/Wiring.swift:3 has a tag"#))
    }

    @Test func `must not have made an instance when it becomes one`() async {
        await #expect(processExitsWith: .failure) {
            let container = Container()
            let definition = container.register(.singleton) { 1 }
            _ = try container.resolve(Int.self)
            definition.forAnyTag()
        }
    }
}
