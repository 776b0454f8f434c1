// SPDX-License-Identifier: MIT

// Four ways to declare the dependencies of an instance, and how auto-wiring chooses a definition.

import Mortise

protocol API: Sendable {}
struct HTTPClient: API {}
struct Log: Sendable {}

struct Presenter {
    let api: any API
    let log: Log
}

let container = Container()
container.register { HTTPClient() as any API }
container.register { Log() }

// snippet.reference
container.register(autowiring: Presenter.init)
// snippet.end
check(try container.resolve(Presenter?.self) != nil)
container.reset()
container.register { HTTPClient() as any API }
container.register { Log() }

// snippet.closure
container.register { Presenter(api: $0, log: $1) }
// snippet.end
check(try container.resolve(Presenter?.self) != nil)

// snippet.resolver
container.register { try Presenter(api: $0.resolve(), log: $0.resolve()) }.replacing()
// snippet.end
check(try container.resolve(Presenter?.self) != nil)

// snippet.protocol
protocol Presenting {}
extension Presenter: Presenting {}

container.register(as: (any Presenting).self) { Presenter(api: $0, log: $1) }
container.register { Presenter(api: $0, log: $1) as any Presenting }.replacing()
// snippet.end
check(try container.resolve((any Presenting)?.self) != nil)

// snippet.implements
protocol Reading: Sendable {}
protocol Writing: Sendable {}
final class Store: Reading, Writing {}

container.register(.singleton) { Store() }
    .implements((any Reading).self) { $0 }
    .implements((any Writing).self) { $0 }

let reading: any Reading = try container.resolve()
let writing: any Writing = try container.resolve()
print(reading as AnyObject === writing as AnyObject)  // true
// snippet.end
check(reading as AnyObject === writing as AnyObject)

// snippet.most
struct Page {
    let made: String

    init(api: any API) { made = "with an API" }
    init(api: any API, log: Log) { made = "with an API and a log" }
}

container.register { (api: any API) in Page(api: api) }
container.register { (api: any API, log: Log) in Page(api: api, log: log) }

print(try container.resolve(Page.self).made)  // with an API and a log
// snippet.end
check(try container.resolve(Page.self).made == "with an API and a log")

// snippet.derived
struct Tracker: Sendable {}

struct Screen {
    let tracker: Tracker?  // An optional of a registered type.
    let makePage: Provider<Page>  // Resolves later, as often as it is called.
}

container.register { Tracker() }
container.register { Screen(tracker: $0, makePage: $1) }

let screen: Screen = try container.resolve()
print(try screen.makePage().made)  // with an API and a log
// snippet.end
check(screen.tracker != nil)
check(try screen.makePage().made == "with an API and a log")

// snippet.optional
struct Analytics: Sendable {}

container.register { resolver in
    Dashboard(analytics: try resolver.resolve(Analytics?.self))
}

struct Dashboard { let analytics: Analytics? }

print(try container.resolve(Dashboard.self).analytics == nil)  // true: nothing is registered
// snippet.end
check(try container.resolve(Dashboard.self).analytics == nil)

// snippet.maybe
struct Shop {
    let tracker: Tracker
    let analytics: Analytics?
}

let shops = Container {
    $0.expects(Analytics?.self)  // It may be missing.
    $0.register { Tracker() }
    $0.register(autowiring: Shop.init)
}
let measured = Container(parent: shops) { $0.register { Analytics() } }

print(try shops.resolve(Shop.self).analytics == nil)  // true
print(try measured.resolve(Shop.self).analytics == nil)  // false
// snippet.end
check(try shops.resolve(Shop.self).analytics == nil)
check(try measured.resolve(Shop.self).analytics != nil)

// snippet.all
protocol Plugin: Sendable { var name: String { get } }
struct Spelling: Plugin { let name = "spelling" }
struct Grammar: Plugin { let name = "grammar" }

container.register { Spelling() as any Plugin }.contributing()
container.register { Grammar() as any Plugin }.contributing()

print(try container.resolveAll((any Plugin).self).map(\.name))  // ["spelling", "grammar"]
// snippet.end
check(
    try container.resolveAll((any Plugin).self).map(\.name) == ["spelling", "grammar"]
)

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
