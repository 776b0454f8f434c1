// SPDX-License-Identifier: MIT

// Definitions that are members of a type.

import Mortise

protocol API: Sendable {}

final class HTTPClient: API {}

final class MockAPI: API {}

final class Feed: Sendable {
    let api: any API
    init(api: any API) { self.api = api }
}

final class Profile: Sendable {
    let id: Int
    init(id: Int, api: any API) { self.id = id }
}

final class Reader {
    let feed: Feed
    var page: Page?
    init(feed: Feed) { self.feed = feed }
}

final class Page {
    weak var reader: Reader?
}

// snippet.services
struct Services: Assembly {
    let container: Container

    var api: any API { define(.singleton) { HTTPClient() as any API } }
    var feed: Feed { define { Feed(api: api) } }
    func profile(id: Int) -> Profile {
        define(.singleton, for: id) { Profile(id: id, api: api) }
    }
}

let container = Container(name: "app")
let services = Services(container: container)
print(services.feed.api is HTTPClient)  // true
print(services.profile(id: 1) === services.profile(id: 1))  // true
// snippet.end
check(services.feed.api is HTTPClient)
check(services.profile(id: 1) === services.profile(id: 1))
check(services.profile(id: 1) !== services.profile(id: 2))

// snippet.siblings
struct Screens: Assembly {
    let container: Container
    var services: Services { Services(container: container) }

    var reader: Reader {
        define(.shared) {
            Reader(feed: services.feed)
        } injecting: {
            $0.page = page
        }
    }
    var page: Page {
        define(.shared) {
            Page()
        } injecting: {
            $0.reader = reader
        }
    }
}

let reader = Screens(container: container).reader
print(reader.page?.reader === reader)  // true: one object graph
// snippet.end
check(reader.page?.reader === reader)

// snippet.substitute
let test = Services(container: container.overriding(name: "test"))
test.substitute(\.api) { MockAPI() as any API }
print(test.feed.api is MockAPI)  // true
print(services.feed.api is MockAPI)  // false: not seen outside

let name = services.withSubstitution(\.api) {
    MockAPI() as any API
} _: {
    "\(type(of: services.feed.api))"
}
print(name)  // Prints "MockAPI".
print(services.feed.api is HTTPClient)  // true: as before
// snippet.end
check(test.feed.api is MockAPI)
check(services.feed.api is HTTPClient)
check(name == "MockAPI")

// snippet.substitute-by-name
test.substitute("profile(id:)") { (id: Int) in Profile(id: -id, api: MockAPI()) }
print(test.profile(id: 7).id)  // Prints "-7".

test.substitute("profil") { Profile(id: 0, api: MockAPI()) }
print(test.container.validate())  // … No member of Services … is called "profil"
// snippet.end
check(test.profile(id: 7).id == -7)
check(test.container.validate().warnings.count == 1)

// snippet.asynchronous
actor Store {
    static func open() async throws -> Store { Store() }
}

struct Storage: Assembly {
    let container: Container

    var store: Store {
        get async throws { try await define(.singleton) { try await Store.open() } }
    }
}

let storage = Storage(container: container)
async let first = storage.store
async let second = storage.store
print(try await first === second)  // true: opened once
// snippet.end
let again = try await (storage.store, storage.store)
check(again.0 === again.1)

// snippet.adopt
protocol OrderViewing: AnyObject {}

final class OrderView: OrderViewing {
    var presenter: OrderPresenter?
}

final class OrderPresenter {
    weak var view: (any OrderViewing)?
    init(view: any OrderViewing) { self.view = view }
}

struct Orders: Assembly {
    let container: Container

    func inject(into view: OrderView) {
        adopt(view, as: \.view) {
            $0
        } injecting: {
            $0.presenter = presenter
        }
    }
    var view: any OrderViewing { placeholder() }
    var presenter: OrderPresenter { define(.shared) { OrderPresenter(view: view) } }
}

let view = OrderView()
Orders(container: container).inject(into: view)
print(view.presenter?.view === view)  // true
// snippet.end
check(view.presenter?.view === view)

// snippet.exports
extension Services {
    static var exports: [Export<Self>] { [Export { $0.api }, Export { $0.feed }] }
}

container.export(Services.init)
container.register { Profile(id: 0, api: $0) }
let owner: Profile = try container.resolve()
// snippet.end
check(owner.id == 0)
try check(container.resolve((any API).self) as AnyObject === services.api as AnyObject)

protocol Clock: Sendable {}

struct SystemClock: Clock {}

struct Greeting: Sendable {
    let clock: any Clock
}

// snippet.mixed
struct Greetings: Assembly {
    let container: Container

    // The feature does not know the provider of the clock.
    var clock: any Clock { get throws { try container.resolve() } }
    var greeting: Greeting {
        get throws { try define(.singleton) { Greeting(clock: try clock) } }
    }
}

container.register(.singleton) { SystemClock() as any Clock }
let greeting = try Greetings(container: container).greeting
// snippet.end
check(greeting.clock is SystemClock)

func check(_ isTrue: @autoclosure () throws -> Bool, line: UInt = #line) rethrows {
    let isTrue = try isTrue()
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
