// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol API: Sendable {
    var name: String { get }
}

private final class LiveAPI: API {
    let name = "live"
}

private final class Feed: Sendable {
    let api: any API
    init(_ api: any API) { self.api = api }
}

private final class Visit: Sendable {}

private final class Screen: Sendable {
    let feed: Feed
    let visit: Visit
    let other: Visit
    init(_ feed: Feed, _ visit: Visit, _ other: Visit) {
        self.feed = feed
        self.visit = visit
        self.other = other
    }
}

private struct Services: Assembly {
    let container: Container

    var api: any API { define(.singleton) { LiveAPI() as any API } }
    var feed: Feed { define { Feed(api) } }
    var visit: Visit { define(.shared) { Visit() } }
}

private struct Views: Assembly {
    let container: Container
    var services: Services { Services(container: container) }

    var screen: Screen { define { Screen(services.feed, services.visit, services.visit) } }
}

@Suite struct `An assembly` {
    private let container = Container(name: "app")
    private var services: Services { Services(container: container) }

    @Test func `makes its members' instances, each in its scope`() {
        for _ in 0..<3 {
            let (first, second) = (services.feed, services.feed)
            #expect(first !== second)
            #expect(first.api.name == "live")
            #expect(first.api as AnyObject === second.api as AnyObject)
            #expect(services.api as AnyObject === first.api as AnyObject)
            #expect(services.visit !== services.visit)
        }
    }

    @Test func `shares one object graph with its siblings`() {
        for _ in 0..<3 {
            let views = Views(container: container)
            let (first, second) = (views.screen, views.screen)
            #expect(first.visit === first.other)
            #expect(first.visit !== second.visit)
            #expect(first.feed.api as AnyObject === services.api as AnyObject)
        }
    }

    @Test func `of another container has instances of its own`() {
        let other = Services(container: Container())
        #expect(other.api as AnyObject !== services.api as AnyObject)
    }
}

// MARK: - Cycles

private protocol Parent: AnyObject {
    var child: Child? { get }
}

private final class RealParent: Parent {
    var child: Child?
}

private final class Child {
    weak var parent: (any Parent)?
}

private struct Report {
    var lines: [String] = []
}

private final class Printer {
    var report: Report?
}

private final class Goose {
    var gosling: Gosling?
}

private final class Gosling {
    let goose: Goose
    init(_ goose: Goose) { self.goose = goose }
}

private struct Calm: Assembly {
    let container: Container
    var goose: Goose {
        define(.shared) {
            Goose()
        } injecting: {
            $0.gosling = gosling
        }
    }
    var gosling: Gosling { define(.shared) { Gosling(goose) } }
}

private struct Family: Assembly {
    let container: Container

    var parent: any Parent {
        define(.shared) {
            RealParent()
        } injecting: {
            $0.child = child
        } as: {
            $0
        }
    }
    var child: Child {
        define(.shared) {
            Child()
        } injecting: {
            $0.parent = parent
        }
    }

    var perhaps: (any Parent)? {
        define(.shared) {
            RealParent()
        } injecting: {
            $0.child = child
        } as: {
            $0 as (any Parent)?
        }
    }
    var perhapsPlain: (any Parent)? { define(.shared) { RealParent() as (any Parent)? } }

    var report: Report {
        get throws {
            try define(.shared) {
                Report()
            } injecting: { report in
                report.lines.append(try printer.report == nil ? "new" : "known")
            }
        }
    }
    var printer: Printer {
        get throws {
            try define(.shared) {
                Printer()
            } injecting: {
                $0.report = try report
            }
        }
    }

    var both: (report: Report, printer: Printer) {
        get throws { try define { (try report, try printer) } }
    }

    var goose: Goose {
        get throws {
            try define(.shared) {
                Goose()
            } injecting: {
                $0.gosling = try gosling
            }
        }
    }
    var gosling: Gosling { get throws { try define(.shared) { try Gosling(goose) } } }

    func parent(id: Int) -> RealParent {
        define(.shared, for: id) {
            RealParent()
        } injecting: {
            $0.child = child(id: id)
        }
    }
    func child(id: Int) -> Child {
        define(.shared, for: id) {
            Child()
        } injecting: {
            $0.parent = parent(id: id)
        }
    }

    // Values that need each other in their steps.
    var pages: [Report] {
        get throws {
            try define(.shared) {
                []
            } injecting: {
                $0 += [try cover]
            }
        }
    }
    var cover: Report {
        get throws {
            try define(.shared) {
                Report()
            } injecting: {
                $0.lines = try pages.flatMap(\.lines)
            }
        }
    }

    var chicken: [Int] { get throws { try define { try egg.map(\.count) } } }
    var egg: [String] { get throws { try define { try chicken.map(\.description) } } }
}

@Suite struct `A cycle of members` {
    private let family = Family(container: Container(name: "app"))

    @Test func `through steps is one object graph, from either end`() {
        for _ in 0..<3 {
            let parent = family.parent
            #expect(parent.child?.parent === parent)
            let child = family.child
            #expect(child.parent == nil, "its parent is kept by nobody")
        }
    }

    @Test func `leads back to a member with arguments that names its identifying ones`() {
        for id in 0..<3 {
            let parent = family.parent(id: id)
            #expect(parent.child?.parent === parent)
        }
    }

    @Test func `completes the wrapped instance of an optional member`() {
        for _ in 0..<3 {
            #expect(family.perhaps?.child != nil)
            #expect(family.perhapsPlain?.child == nil)
            #expect(family.perhapsPlain != nil)
        }
    }

    @Test func `of values that are completed with each other is an error`() {
        for _ in 0..<3 {
            let error = #expect(throws: ResolutionError.self) { try family.cover }
            #expect(error?.code == .cycle)
        }
    }

    @Test func `through the completion of a value never exposes an incomplete value`() throws {
        let both = try family.both
        #expect(both.report.lines == ["new"])
        #expect(both.printer.report?.lines == ["new"], "its step ran again when the value existed")
    }

    @Test func `through a factory and a step is closed from both ends if members may throw`() throws
    {
        for _ in 0..<3 {
            let goose = try family.goose
            #expect(goose.gosling?.goose === goose)
            let gosling = try family.gosling
            #expect(gosling.goose.gosling === gosling)
            goose.gosling = nil
            gosling.goose.gosling = nil
        }
    }

    @Test func `through a factory and a step ends the program if members cannot throw`() async {
        await #expect(processExitsWith: .failure) {
            _ = Calm(container: Container()).gosling
        }
        let goose = Calm(container: Container()).goose
        #expect(goose.gosling?.goose === goose)
        goose.gosling = nil
    }

    @Test func `through factories is an error that shows the cycle`() throws {
        for _ in 0..<3 {
            let error = #expect(throws: ResolutionError.self) { try family.chicken }
            #expect(error?.code == .cycle)
            let path = error?.path.map(\.key.description)
            #expect(
                path == [
                    "Family.chicken: [Int]", "Family.egg: [String]", "Family.chicken: [Int]",
                ]
            )
        }
    }

    @Test func `in a member that cannot throw ends the program with the same text`() async {
        await #expect(processExitsWith: .failure) {
            _ = Endless(container: Container()).first
        }
    }
}

private struct Endless: Assembly {
    let container: Container
    var first: [Int] { define { second } }
    var second: [Int] { define { first } }
}

// MARK: - Containers

private struct Shop: Assembly {
    let container: Container

    var till: Visit { define(.singleton) { Visit() } }
    var basket: Visit { define(.scoped(.request)) { Visit() } }
    var order: [Visit] { define { [till, basket] } }
    var captive: Screen { define(.singleton) { Screen(Feed(LiveAPI()), basket, till) } }
    var overloaded: Visit { define(.singleton) { Visit() } }
    func overloaded(_ number: Int) -> Visit { define(.singleton, for: number) { Visit() } }
    var twice: (Visit, Visit) { (define(.singleton) { Visit() }, define(.singleton) { Visit() }) }
}

private struct OtherShop: Assembly {
    let container: Container
    var till: Visit { define(.singleton) { Visit() } }
}

@Suite struct `The members of an assembly` {
    private let app = Container(name: "app")

    @Test func `live in their scope's container: the program, or the nearest scope`() async throws {
        let (first, second) = try (app.openScope(.request), app.openScope(.request))
        let (one, other) = (Shop(container: first), Shop(container: second))
        for _ in 0..<3 {
            #expect(one.till === Shop(container: app).till)
            #expect(one.till === other.till)
            #expect(one.basket === one.basket)
            #expect(one.basket !== other.basket)
            #expect(one.order[1] === one.basket)
        }
        try await first.close()
        try await second.close()
        #expect(Shop(container: app).till === Shop(container: app).till)
    }

    @Test func `are made anew in an overlay`() {
        let overlay = Shop(container: app.overriding())
        let till = Shop(container: app).till
        #expect(overlay.till !== till)
        #expect(overlay.till === overlay.till)
        #expect(Shop(container: app).till === till)
    }

    @Test func `that outlive a scope do not see it`() async {
        await #expect(processExitsWith: .failure) {
            let app = Container()
            _ = Shop(container: try app.openScope(.request)).captive
        }
    }

    @Test func `never collide with overloads, within one member, or with another type's`() {
        let shop = Shop(container: app)
        let (first, second) = shop.twice
        let all = [
            shop.till, shop.overloaded, shop.overloaded(1), first, second,
            OtherShop(container: app).till,
        ]
        #expect(Set(all.map(ObjectIdentifier.init)).count == all.count)
        #expect(shop.overloaded === all[1])
        #expect(shop.overloaded(1) === all[2])
        #expect(shop.twice.0 === first)
    }

    @Test func `are in the graph once they have been evaluated`() throws {
        #expect(app.graph.nodes.isEmpty)
        let scope = try app.openScope(.request)
        _ = Shop(container: scope).order
        _ = Shop(container: scope).order

        let names = app.graph.nodes.map(\.key.description)
        #expect(
            names == ["Shop.order: [Visit]", "Shop.till: Visit", "Shop.basket: Visit"],
            "\(names)"
        )
        #expect(app.graph.nodes[0].dependencies.count == 2)
        #expect(app.validate().errors.isEmpty)
    }

    @Test func `can be evaluated when nothing can be registered any more`() throws {
        try app.bootstrap()
        #expect(Shop(container: app).till === Shop(container: app).till)
    }

    @Test func `may resolve registered types, and serve them`() throws {
        app.register(.shared) { Visit() }
        let app = app
        app.register { [unowned app] in Mixed(container: app).visits }
        let visits = try app.resolve([Visit].self)
        #expect(visits[0] === visits[1])
    }
}

private struct Mixed: Assembly {
    let container: Container
    var visits: [Visit] {
        define { [try? container.resolve(), try? container.resolve()].compactMap { $0 } }
    }
}

// MARK: - Arguments and exports

private struct Library: Assembly {
    let container: Container

    func book(id: Int, language: String) -> Visit {
        define(.singleton, for: id, language) { Visit() }
    }
    func shelf(_ id: Int) -> (Visit, Visit) {
        define { (page(id), page(id)) }
    }
    func page(_ id: Int) -> Visit { define(.shared, for: id) { Visit() } }
    func forgotten(id: Int) -> Visit { define(.singleton) { Visit() } }
    var reader: Feed { define(.singleton) { Feed(LiveAPI()) } }
    var failing: [Int] { get throws { try define { throw CancellationError() } } }

    static var exports: [Export<Self>] {
        [
            Export { $0.reader }, Export(tag: "first") { $0.book(id: 1, language: "en") },
            Export { try $0.failing },
        ]
    }
}

@Suite struct `A member with arguments` {
    private let library = Library(container: Container(name: "app"))

    @Test func `has one instance for each value of them`() {
        let book = library.book(id: 1, language: "en")
        #expect(library.book(id: 1, language: "en") === book)
        #expect(library.book(id: 2, language: "en") !== book)
        #expect(library.book(id: 1, language: "de") !== book)
    }

    @Test func `is shared by value within one object graph`() {
        let (first, second) = library.shelf(1)
        #expect(first === second)
        #expect(library.shelf(1).0 !== first)
    }

    @Test func `that does not name its identifying ones ends the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = Library(container: Container()).forgotten(id: 1)
        }
    }
}

@Suite struct `An assembly's export` {
    private let app = Container(name: "app")

    @Test func `can be resolved by type, and is the member's instance`() throws {
        app.export(Library.init)
        let library = Library(container: app)

        #expect(try app.resolve(Feed.self) === library.reader)
        #expect(
            try app.resolve(Visit.self, tag: "first") === library.book(id: 1, language: "en")
        )
        let overlay = app.overriding()
        #expect(try overlay.resolve(Feed.self) === Library(container: overlay).reader)
        #expect(try overlay.resolve(Feed.self) !== library.reader)
    }

    @Test func `shows the member in errors and in the graph`() throws {
        app.export(Library.init)
        let error = #expect(throws: ResolutionError.self) { try app.resolve([Int].self) }
        #expect(error?.path.map(\.key.description) == ["[Int]", "Library.failing: [Int]"])
        #expect(error?.underlying is CancellationError)

        let names = app.graph.nodes.map(\.key.description)
        #expect(names == ["Feed", "Visit \"first\"", "[Int]", "Library.failing: [Int]"])
        #expect(
            app.graph.nodes[2].dependencies.map(\.key.description) == ["Library.failing: [Int]"]
        )
    }
}
