// SPDX-License-Identifier: MIT

// Containers with some definitions of their own, and the current container.

import Mortise

// snippet.overriding
protocol API: Sendable {}

final class LiveAPI: API {}

final class FakeAPI: API {}

final class Feed: Sendable {
    let api: any API
    init(api: any API) { self.api = api }
}

let app = Container(name: "app") {
    $0.register(.singleton) { LiveAPI() as any API }
    $0.register(.singleton) { Feed(api: $0) }
}
let live: Feed = try app.resolve()

let test = app.overriding(name: "test") {
    $0.register(.singleton) { FakeAPI() as any API }
}
print(try test.resolve(Feed.self).api is FakeAPI)  // true: made anew in the overlay
print(try app.resolve(Feed.self) === live)  // true: nothing has changed here
// snippet.end
check(try test.resolve(Feed.self).api is FakeAPI)
check(try app.resolve(Feed.self) === live)

// snippet.cache
let first = app.overriding()
let second = app.overriding()
print(try first.resolve(Feed.self) === first.resolve(Feed.self))  // true
print(try first.resolve(Feed.self) === second.resolve(Feed.self))  // false
// snippet.end
check(try first.resolve(Feed.self) === first.resolve(Feed.self))
check(try first.resolve(Feed.self) !== second.resolve(Feed.self))

// snippet.contributions
protocol Exporter: Sendable {}

struct CSV: Exporter {}

struct PDF: Exporter {}

let office = Container {
    $0.register { CSV() as any Exporter }.contributing()
    $0.register(tag: "print") { PDF() as any Exporter }.contributing()
}

let added = office.overriding {
    $0.register { PDF() as any Exporter }.contributing()
}
print(try added.resolveAll((any Exporter).self).count)  // 2

let replacedByTag = office.overriding {
    $0.register(tag: "print") { CSV() as any Exporter }.contributing().replacing()
}
print(try replacedByTag.resolveAll((any Exporter).self, tag: "print"))  // [CSV()]
print(try replacedByTag.resolveAll((any Exporter).self).count)  // 1: the others are not affected

let replaced = office.overriding {
    $0.register { PDF() as any Exporter }.contributing().replacing()
}
print(try replaced.resolveAll((any Exporter).self))  // [PDF()]
// snippet.end
check(try added.resolveAll((any Exporter).self).count == 2)
check(try replacedByTag.resolveAll((any Exporter).self, tag: "print").first is CSV)
check(try replacedByTag.resolveAll((any Exporter).self).count == 1)
check(try replaced.resolveAll((any Exporter).self).map { $0 is PDF } == [true])

// snippet.default
Container.installDefault(app)  // Once, early in the program.

func refresh() throws -> Feed {
    try Container.current.resolve()
}

print(try refresh() === live)  // true
// snippet.end
check(try refresh() === live)

// snippet.bound
try Container.withCurrent(test) {
    print(try refresh().api is FakeAPI)  // true
}
print(try refresh().api is FakeAPI)  // false: bound for the body only
// snippet.end
check(!(try refresh().api is FakeAPI))

// snippet.tasks
try await Container.withCurrent(test) {
    let child = Task { try refresh().api is FakeAPI }
    print(try await child.value)  // true: tasks that are started in it see it

    let detached = Task.detached { try refresh().api is FakeAPI }
    print(try await detached.value)  // false: detached ones do not

    let bound = Task.detached(operation: Container.bindingCurrent { try refresh().api is FakeAPI })
    print(try await bound.value)  // true: it was taken along
}
// snippet.end
try await Container.withCurrent(test) {
    let child = Task { try refresh().api is FakeAPI }
    check(try await child.value)
    let detached = Task.detached { try refresh().api is FakeAPI }
    check(!(try await detached.value))
    let bound = Task.detached(operation: Container.bindingCurrent { try refresh().api is FakeAPI })
    check(try await bound.value)
}

// snippet.callback
final class Button {
    var onTap: @Sendable (Int) throws -> Void = { _ in }
}

let button = Button()
Container.withCurrent(test) {
    button.onTap = Container.bindingCurrent { count in
        print(count, Container.current.name)
    }
}
try button.onTap(1)  // Prints "1 test".
// snippet.end

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
