// SPDX-License-Identifier: MIT

// Finds all mistakes before anything is built.

import Mortise
import MortiseGraph

// snippet.broken
protocol API: Sendable {}

struct HTTPClient: API {}

final class Session: Sendable {}

final class Cache: Sendable {
    init(session: Session) {}
}

final class Feed: Sendable {
    init(api: any API, cache: Cache) {}
}

let container = Container {
    $0.register(.shared) { Session() }
    $0.register(.singleton, autowiring: Cache.init)
    $0.register(.singleton) { HTTPClient() }
    $0.register(autowiring: Feed.init)
}

let validation = container.validate()
print(validation)
// snippet.end
check(validation.errors.map(\.code) == [.missingBinding])
check(validation.warnings.map(\.code) == [.captiveDependency])
check(validation.notVerified.isEmpty)
check(!validation.isValid)

// snippet.repaired
container.register(.singleton) { Session() }.replacing()
container.register(.singleton) { HTTPClient() }.implements((any API).self) { $0 }.replacing()

try container.validate().check()  // Throws a ValidationError for any mistake.
// snippet.end
check(container.validate().findings.isEmpty)

// snippet.opaque
final class Legacy {
    init(feed: Feed) {}
}

container.register { resolver in
    Legacy(feed: try resolver.resolve())
}

let unknown = container.validate().notVerified
print(unknown.map(\.fact))  // ["1 of 5 factories not seen yet: Legacy"]

let legacy: Legacy = try container.resolve()
let node = container.graph.nodes.first { $0.transparency == .observed }
print(node?.dependencies.map(\.key.description) ?? [])  // ["Feed"]: now it was seen
// snippet.end
check(unknown.map(\.fact) == ["1 of 5 factories not seen yet: Legacy"])
check(container.validate().notVerified.isEmpty)
check(node?.dependencies.map(\.evidence) == [.observed])

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
