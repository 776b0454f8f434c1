// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `An injection step` {
    private struct Jammed: Error {}
    private final class Page {
        var title = ""
        var lines: [String] = []
    }

    @Test func `sets a property`() throws {
        let container = Container {
            $0.register { "title" }
            $0.register { Page() }.injecting { $1.title = try $0.resolve() }
        }

        #expect(try container.resolve(Page.self).title == "title")
        #expect(try container.resolve(Page.self).title == "title")
    }

    @Test func `runs after the factory, in the order written, and before didResolve`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register {
                seen.note("factory")
                return Page()
            }
            .didResolve { _ in seen.note("did") }
            .injecting { _, _ in seen.note("first") }
            .injecting { _, _ in seen.note("second") }
            .injecting { _, _ in seen.note("third") }
        }

        _ = try container.resolve(Page.self)

        #expect(seen.entries == ["factory", "first", "second", "third", "did"])
    }

    @Test func `runs before the requester gets the instance`() throws {
        let container = Container {
            $0.register { Page() }.injecting { $1.lines.append("step") }
            $0.register { try [$0.resolve(Page.self).lines.count] }
        }

        #expect(try container.resolve([Int].self) == [1])
    }

    @Test(arguments: 1...3)
    func `runs once for each instance`(times: Int) throws {
        let runs = Tally()
        let container = Container {
            $0.register { Page() }.injecting { _, _ in runs.next() }
        }

        for _ in 0..<times { _ = try container.resolve(Page.self) }

        #expect(runs.count == times)
    }

    @Test func `runs once for a singleton and once for a shared instance of a resolve`() throws {
        let runs = Journal<String>()
        let container = Container {
            $0.register(.singleton) { 1 }.injecting { _, _ in runs.note("singleton") }
            $0.register(.shared) { Page() }.injecting { _, _ in runs.note("shared") }
            $0.register { resolver in
                _ = try (resolver.resolve(Int.self), resolver.resolve(Int.self))
                _ = try (resolver.resolve(Page.self), resolver.resolve(Page.self))
                return ""
            }
        }

        _ = try container.resolve(String.self)
        _ = try container.resolve(String.self)

        #expect(runs.entries == ["singleton", "shared", "shared"])
    }

    @Test func `that throws fails the resolve, and later steps do not run`() {
        let later = Tally()
        let container = Container {
            $0.register { Page() }
                .injecting { _, _ in throw Jammed() }
                .injecting { _, _ in later.next() }
        }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Page.self) }

        #expect(error?.code == .injectionFailed)
        #expect(error?.underlying is Jammed)
        #expect(later.count == 0)
    }

    @Test func `with a missing dependency reports that, and no failed injection`() {
        let container = Container {
            $0.register { Page() }.injecting { $1.title = try $0.resolve() }
        }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Page.self) }

        #expect(error?.code == .missingBinding)
        #expect(error?.path.last?.relation == .property)
    }

    @Test func `may resolve with tags, arguments and providers`() throws {
        let container = Container {
            $0.register(tag: "a") { "tagged" }
            $0.register { (number: Int) in "\(number)" }
            $0.register { Page() }.injecting { resolver, page in
                page.lines = [
                    try resolver.resolve(tag: "a"),
                    try resolver.resolve(arguments: 7),
                    try resolver.provider(of: String.self, tag: "a")(),
                ]
            }
        }

        #expect(try container.resolve(Page.self).lines == ["tagged", "7", "tagged"])
    }

    @Test func `may change an object's references, but not a value`() throws {
        struct Value { let page: Page }
        let container = Container {
            $0.register { Value(page: Page()) }.injecting { $1.page.title = "changed" }
        }

        #expect(try container.resolve(Value.self).page.title == "changed")
    }

    @Test func `may handle an error`() throws {
        let container = Container {
            $0.register { Page() }.injecting { resolver, page in
                page.title = (try? resolver.resolve(String.self)) ?? "none"
            }
        }

        #expect(try container.resolve(Page.self).title == "none")
        #expect(try container.resolve(Page.self).title == "none")
    }
}
