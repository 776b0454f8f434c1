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

    @Test func `is the requested one, even if the untagged definition was found`() throws {
        let container = Container {
            $0.register(tag: "dark") { "dark" }
            $0.register { "light" }
            $0.register { Screen(theme: try $0.resolve(tag: .inherited)) }
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
            $0.register { [try $0.resolve(String.self, tag: .inherited)] }
            $0.register { Screen(theme: try $0.resolve([String].self, tag: .inherited)[0]) }
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
                .injecting { resolver, page in
                    page.owner = try resolver.resolve(Owner.self)
                    page.theme = try resolver.resolve(tag: .inherited)
                }
        }

        let owner = try container.resolve(Owner.self)

        #expect(owner.page.theme == "dark")
        #expect(owner.page.owner === owner)
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
            }
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

    private final class Owner {
        let page: Page
        init(page: Page) { self.page = page }
    }

    private final class Page {
        weak var owner: Owner?
        var theme = ""
    }
}
