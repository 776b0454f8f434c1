// SPDX-License-Identifier: MIT

// From nothing to a resolved object: define, register, validate, resolve, replace in a test.

// snippet.types
import Mortise

protocol API: Sendable {
    func headlines() throws -> [String]
}

struct HTTPClient: API {
    func headlines() -> [String] { ["Swift on the server", "A joint that holds"] }
}

final class Feed: Sendable {
    private let api: any API

    init(api: any API) { self.api = api }

    func text() throws -> String { try api.headlines().joined(separator: "\n") }
}
// snippet.end

// snippet.wiring
let container = Container {
    $0.register(.singleton) { HTTPClient() as any API }
    $0.register(autowiring: Feed.init)
}

let feed: Feed = try container.resolve()
print(try feed.text())
// snippet.end

// snippet.module
struct Feeds: Module {
    func register(in container: Container) {
        container.register(.singleton) { HTTPClient() as any API }
        container.register(autowiring: Feed.init)
    }
}

let larger = Container(modules: Feeds())
// snippet.end
check(try larger.resolve(Feed.self).text() == feed.text())

// snippet.validate
let validation = container.validate()
print(validation)  // No findings
check(validation.isValid)
// snippet.end

// snippet.test
struct Offline: API {
    func headlines() -> [String] { ["Nothing new"] }
}

let test = container.overriding {
    $0.register { Offline() as any API }.replacing()
}

let offlineFeed: Feed = try test.resolve()
print(try offlineFeed.text())  // Nothing new
// snippet.end
check(test.validate().findings.isEmpty)
check(try container.resolve(Feed.self).text() == feed.text())

check(try feed.text() == "Swift on the server\nA joint that holds")
check(validation.description == "No findings")
check(try offlineFeed.text() == "Nothing new")
check(container.validate().findings.isEmpty)

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
