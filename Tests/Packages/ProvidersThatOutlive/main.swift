// SPDX-License-Identifier: MIT

import Mortise

// A provider does not keep its container, and is had like an instance.

protocol API: Sendable {}
struct Live: API {}
final class Clock: Sendable {}
final class Log: Sendable {}
struct Page: Sendable { let log: Provider<Log> }
struct Hold: Sendable { let log: Log }

// The container is gone when the instance of it asks.
func asksWhenItIsGone() throws {
    let page = try Container {
        $0.register { Page(log: $0) }
        $0.register { Log() }
    }.resolve(Page.self)
    _ = try? page.log()
}
try asksWhenItIsGone()

// Here it is still held.
let kept = Container {
    $0.register { Page(log: $0) }
    $0.register { Log() }
}
func asksWhileItIsHeld() throws {
    let page = try kept.resolve(Page.self)
    _ = try? page.log()
}
try asksWhileItIsHeld()

// A factory of another container holds a provider, and so not what it asks.
func factoryThatHoldsAProvider() {
    let other = Container()
    do {
        let c = Container { $0.register { Log() } }
        let log: Provider<Log> = c.provider()
        other.register { Hold(log: try log()) }
    }
    _ = try? other.resolve(Hold.self)
}
factoryThatHoldsAProvider()

// This one holds the container.
func factoryThatHoldsTheContainer() {
    let other = Container()
    do {
        let c = Container { $0.register { Log() } }
        other.register { Hold(log: try c.resolve()) }
    }
    _ = try? other.resolve(Hold.self)
}
factoryThatHoldsTheContainer()

func returned() -> Provider<Log> {
    let c = Container { $0.register { Log() } }
    return c.provider()
}
func asksWhatWasReturned() {
    let log = returned()
    _ = try? log()
}
asksWhatWasReturned()

// Whoever asks for a provider gets one, also of what nothing provides.
func providersThatAreResolved() async {
    let c = Container {
        $0.register { Log() }
        $0.register(tag: "live") { Live() as any API }
        $0.register { resolver in Page(log: try resolver.resolve()) }
    }
    _ = try? c.resolve(Provider<Log>.self)
    _ = try? c.resolve(Provider<Clock>.self)
    _ = try? c.resolve(Provider<any API>.self, tag: "live")
    _ = try? c.resolve(Provider<any API>.self)
    _ = try? await c.async.resolve(AsyncProvider<Log>.self)
    _ = try? await c.async.resolve(AsyncProvider<Clock>.self)
    _ = try? c.resolve(Page.self)
    let d = Container { $0.register { resolver in Page(log: try resolver.resolve()) } }
    _ = try? d.resolve(Page.self).log()
}
await providersThatAreResolved()
