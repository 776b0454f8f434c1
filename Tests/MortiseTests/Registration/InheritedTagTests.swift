// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `An inherited tag` {
    private struct Screen: Equatable { let theme: String }

    @Test func `is the requested one`() throws {
        let container = Container {
            $0.register(tag: "dark") { "dark" }
            $0.register { "light" }
            $0.register(tag: "dark") { Screen(theme: try $0.resolve(tag: .inherited)) }
        }

        #expect(try container.resolve(Screen.self, tag: "dark").theme == "dark")
    }

    @Test func `is the requested one, even if a definition for any tag was found`() throws {
        let container = Container {
            $0.register(tag: "dark") { "dark" }
            $0.register { "light" }
            $0.register { Screen(theme: try $0.resolve(tag: .inherited)) }.forAnyTag()
        }

        #expect(try container.resolve(Screen.self, tag: "dark").theme == "dark")
        #expect(try container.resolve(Screen.self, tag: "unknown").theme == "light")
        #expect(try container.resolve(Screen.self).theme == "light")
        // Once more, after the definition has made an instance.
        #expect(try container.resolve(Screen.self, tag: "dark").theme == "dark")
    }

    @Test func `is passed on as long as it is inherited`() throws {
        let container = Container {
            $0.register(tag: "dark") { "dark" }
            $0.register { "light" }
            $0.register { [try $0.resolve(String.self, tag: .inherited)] }.forAnyTag()
            $0.register { Screen(theme: try $0.resolve([String].self, tag: .inherited)[0]) }
                .forAnyTag()
            $0.register(tag: "broken chain") {
                Screen(theme: try $0.resolve([String].self)[0])
            }
        }

        #expect(try container.resolve(Screen.self, tag: "dark").theme == "dark")
        #expect(try container.resolve(Screen.self, tag: "broken chain").theme == "light")
    }

    @Test func `is known in a step`() throws {
        final class Page { var theme = "" }
        let container = Container {
            $0.register(tag: "dark") { "dark" }
            $0.register { "light" }
            $0.register { Page() }
                .forAnyTag()
                .injecting { $1.theme = try $0.resolve(tag: .inherited) }
        }

        #expect(try container.resolve(Page.self, tag: "dark").theme == "dark")
        #expect(try container.resolve(Page.self).theme == "light")
    }

    @Test func `is known in a step that was postponed`() throws {
        let container = Container {
            $0.register(tag: "dark") { "dark" }
            $0.register { "light" }
            $0.register(.shared) { Owner(page: try $0.resolve(tag: "dark")) }
            $0.register(.shared) { Page() }
                .forAnyTag()
                .injecting { resolver, page in
                    page.owner = try resolver.resolve(Owner.self)
                    page.theme = try resolver.resolve(tag: .inherited)
                }
        }

        let owner = try container.resolve(Owner.self)

        #expect(owner.page.theme == "dark")
        #expect(owner.page.owner === owner)
    }

    @Test func `is passed on by every form of an asynchronous factory's request`() async throws {
        let container = Container {
            $0.register(tag: "dark") { (number: Int) in "dark \(number)" }
            $0.register(tag: "dark") { 5 }
            $0.register(tag: "light") { 1 }
            $0.register { 0.5 }
            $0.register { resolver async throws in
                (
                    try await resolver.resolve(String.self, tag: .inherited, arguments: 1),
                    try await resolver.resolveAll(Int.self, tag: .inherited),
                    try resolver.provider(of: Int.self, tag: .inherited)(),
                    try await resolver.asyncProvider(of: Int.self, tag: .inherited)(),
                    try await resolver.resolve(Int?.self, tag: .inherited),
                    try await resolver.resolve(Double.self, tag: .inherited)
                )
            }.forAnyTag()
        }

        let made = try await container.async.resolve(
            (String, [Int], Int, Int, Int?, Double).self,
            tag: "dark"
        )

        #expect(made.0 == "dark 1" && made.1 == [5] && made.2 == 5 && made.3 == 5)
        #expect(made.4 == 5 && made.5 == 0.5)
        let dependencies = container.graph.nodes.flatMap(\.dependencies)
        #expect(dependencies.filter { $0.tagRule == .inherited }.count == 5)
    }

    @Test func `is passed on by every form of request`() throws {
        let container = Container {
            $0.register(tag: "dark") { (number: Int) in "dark \(number)" }
            $0.register(tag: "dark") { 5 }
            $0.register(tag: "light") { 1 }
            $0.register {
                (
                    try $0.resolve(String.self, tag: .inherited, arguments: 1),
                    try $0.resolveAll(Int.self, tag: .inherited),
                    try $0.provider(of: Int.self, tag: .inherited)(),
                    try $0.resolve(Int?.self, tag: .inherited)
                )
            }.forAnyTag()
        }

        let (text, all, provided, optional) = try container.resolve(
            (String, [Int], Int, Int?).self,
            tag: "dark"
        )

        #expect(text == "dark 1")
        #expect(all == [5])
        #expect(provided == 5)
        #expect(optional == 5)
    }

    @Test func `finds the tag's own definition first, anywhere on the path`() throws {
        let parent = Container { $0.register(tag: "dark") { "dark in parent" } }
        let child = Container(parent: parent) {
            $0.register { "any in child" }.forAnyTag()
            $0.register(tag: "dark") { Screen(theme: try $0.resolve(tag: .inherited)) }
        }

        #expect(try child.resolve(Screen.self, tag: "dark").theme == "dark in parent")
    }

    @Test func `finds a definition for any tag, even behind one without a tag`() throws {
        let parent = Container { $0.register { "any in parent" }.forAnyTag() }
        let child = Container(parent: parent) {
            $0.register { "plain in child" }
            $0.register(tag: "dark") { Screen(theme: try $0.resolve(tag: .inherited)) }
        }

        #expect(try child.resolve(Screen.self, tag: "dark").theme == "any in parent")
    }

    @Test func `finds the nearest definition without a tag if nothing has it`() throws {
        let parent = Container {
            $0.register { "plain in parent" }
            $0.register { 1 }
        }
        let child = Container(parent: parent) {
            $0.register(tag: "light") { "light in child" }
            $0.register { "plain in child" }
            $0.register(tag: "dark") { Screen(theme: try $0.resolve(tag: .inherited)) }
            $0.register(tag: "dark") { [try $0.resolve(Int.self, tag: .inherited)] }
            $0.register(tag: "dark") { Set([try $0.resolve(Bool.self, tag: .inherited)]) }
        }

        #expect(try child.resolve(Screen.self, tag: "dark").theme == "plain in child")
        #expect(try child.resolve([Int].self, tag: "dark") == [1])
        expectRefusal(.missingBinding) { try child.resolve(Set<Bool>.self, tag: "dark") }
        expectRefusal(.missingBinding) { try child.resolve(String.self, tag: "dark") }
    }

    @Test func `that nothing has is dropped by every form of request`() throws {
        let container = Container {
            $0.register { (number: Int) in "plain \(number)" }
            $0.register { 5 }
            $0.register(tag: "dark") { resolver -> (String, Int, Int, String, Int?) in
                let text = try resolver.resolve(String.self, tag: .inherited, arguments: 1)
                let provided = try resolver.provider(of: Int.self, tag: .inherited)()
                let derived = try resolver.resolve(Provider<Int>.self, tag: .inherited)()
                let made = try resolver.provider(of: String.self, tag: .inherited)(2)
                let optional = try resolver.resolve(Int?.self, tag: .inherited)
                return (text, provided, derived, made, optional)
            }
        }

        let (text, provided, derived, made, optional) = try container.resolve(
            (String, Int, Int, String, Int?).self,
            tag: "dark"
        )

        #expect(text == "plain 1")
        #expect(provided == 5)
        #expect(derived == 5)
        #expect(made == "plain 2")
        #expect(optional == 5)
        #expect(container.validate().isValid)
    }

    @Test func `is recorded with its rule`() throws {
        let container = Container {
            $0.register { "plain" }
            $0.register(tag: "dark") { Screen(theme: try $0.resolve(tag: .inherited)) }
            $0.register { [try $0.resolve(Screen.self, tag: "dark")] }
        }
        _ = try container.resolve([Screen].self)

        let dependencies = container.graph.nodes.map(\.dependencies)

        #expect(dependencies[1].map(\.tagRule) == [.inherited])
        #expect(dependencies[1].map(\.key.tag) == ["dark"])
        #expect(dependencies[2].map(\.tagRule) == [.exact])
        #expect(container.validate().isValid)
    }

    private final class Owner {
        let page: Page
        init(page: Page) { self.page = page }
    }

    private final class Page {
        weak var owner: Owner?
        var theme = ""
    }
}

private enum Theme: String, TagConvertible { case day, night }

extension RequestTag where Self == Theme {
    fileprivate static var dark: Theme { .night }
}

@Suite struct `A tag that is written as a member` {
    private final class Owner {
        @Injected(tag: .dark) var text: String
        @Resolved(tag: .dark) var other: String
    }

    @Test func `is one for a container, a factory and a property`() async throws {
        let container = Container {
            $0.register(tag: .dark) { "dark" }
            $0.register(tag: "sync") { [try $0.resolve(String.self, tag: .dark)] }
            $0.register(tag: "async") { try await [$0.resolve(String.self, tag: .dark)] }
            $0.register { Owner() }
        }

        #expect(try container.resolve(String.self, tag: .dark) == "dark")
        #expect(try container.provider(of: String.self, tag: .dark)() == "dark")
        #expect(try container.resolve([String].self, tag: "sync") == ["dark"])
        #expect(try await container.async.resolve([String].self, tag: "async") == ["dark"])
        #expect(try container.resolve(Owner.self).text == "dark")
        #expect(Container.withCurrent(container) { Owner().other } == "dark")
    }
}
