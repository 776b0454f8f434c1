// SPDX-License-Identifier: MIT

// Definitions in groups: modules, atomic installation, replacing and removing.

import Mortise

protocol API: Sendable { var baseURL: String { get } }
struct HTTPClient: API { let baseURL: String }

final class Feed: Sendable {
    let api: any API
    init(api: any API) { self.api = api }
}

// snippet.module
struct Networking: Module {
    let baseURL: String

    func register(in container: Container) {
        container.register(.singleton) { [baseURL] in HTTPClient(baseURL: baseURL) as any API }
    }
}

struct Reading: Module {
    var requires: [any Module] { [Networking(baseURL: "https://example.org")] }

    func register(in container: Container) {
        container.register(autowiring: Feed.init)
    }
}

let container = Container(modules: Reading())
let feed: Feed = try container.resolve()
print(feed.api.baseURL)  // https://example.org
// snippet.end
check(feed.api.baseURL == "https://example.org")

// snippet.twice
container.install(Networking(baseURL: "https://other.example"))  // Nothing happens.
print(try container.resolve((any API).self).baseURL)  // https://example.org
// snippet.end
check(try container.resolve((any API).self).baseURL == "https://example.org")

// snippet.hashable
struct Region: Module, Hashable {
    let name: String

    func register(in container: Container) {
        container.register(tag: name) { [name] in name.uppercased() }
    }
}

container.install(Region(name: "north"), Region(name: "south"), Region(name: "north"))
print(try container.resolve(String.self, tag: "south"))  // SOUTH
// snippet.end
check(try container.resolve(String.self, tag: "south") == "SOUTH")
check(try container.resolve(String.self, tag: "north") == "NORTH")
check(container.validate().errors.isEmpty)

// snippet.install
struct Sandbox: API { let baseURL = "sandbox:" }

container.install {
    $0.register(.singleton) { Sandbox() as any API }.replacing()
    $0.register(tag: "label") { "Sandbox" }
}
// snippet.end
check(try container.resolve(Feed.self).api.baseURL == "sandbox:")
check(try container.resolve(String.self, tag: "label") == "Sandbox")

// snippet.sources
let shared = Container(name: "shared", modules: Networking(baseURL: "https://example.org"))
let fixtures = Container(name: "fixtures") {
    $0.register(tag: "greeting") { "Hello" }
}
let screen = Container(name: "screen", sources: [shared, fixtures])

print(try screen.resolve((any API).self).baseURL)  // https://example.org, from shared
print(try screen.resolve(String.self, tag: "greeting"))  // Hello, from fixtures
// snippet.end
check(try screen.resolve((any API).self).baseURL == "https://example.org")
check(try screen.resolve(String.self, tag: "greeting") == "Hello")

// snippet.remove
let label = container.register { "a label" }
container.remove(label)
print(try container.resolve(String?.self) == nil)  // true
// snippet.end
check(try container.resolve(String?.self) == nil)

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
