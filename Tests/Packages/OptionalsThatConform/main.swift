// SPDX-License-Identifier: MIT

import Mortise

// An optional that conforms itself does what its own members say, and not those of what it wraps.

final class Clock: Sendable {}
final class Log: Sendable {}

protocol Wiring { func wire(_ container: Container) }
struct LogWiring: Wiring { func wire(_ container: Container) { container.register { Log() } } }
extension Optional: Wiring where Wrapped: Wiring {
    func wire(_ container: Container) { container.register { Clock() } }
}
func wire<W: Wiring>(_ wiring: W, _ container: Container) { wiring.wire(container) }
func optionals() {
    let wiring: LogWiring? = LogWiring()
    let c = Container()
    wire(wiring, c)
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
    let d = Container()
    let some: any Wiring = wiring
    some.wire(d)
    _ = try? d.resolve(Log.self)
    _ = try? d.resolve(Clock.self)
    // These are the members of what is wrapped.
    let e = Container()
    wiring?.wire(e)
    _ = try? e.resolve(Log.self)
    let f = Container()
    if let wiring { wire(wiring, f) }
    _ = try? f.resolve(Log.self)
}
optionals()

protocol Labelled { var label: String { get } }
struct Name: Labelled { var label: String { "name" } }
extension Optional: Labelled where Wrapped: Labelled {
    var label: String { "optional" }
}
func label<L: Labelled>(_ labelled: L) -> String { labelled.label }
func properties() {
    let name: Name? = Name()
    let c = Container()
    c.register(tag: label(name)) { Log() }
    _ = try? c.resolve(Log.self, tag: "name")
    _ = try? c.resolve(Log.self, tag: "optional")
}
properties()

// Here the optional has what an extension of the protocol says.
protocol Shown { func show(in container: Container) }
extension Shown { func show(in container: Container) { container.register { Clock() } } }
struct Page: Shown { func show(in container: Container) { container.register { Log() } } }
extension Optional: Shown where Wrapped: Shown {}
func show(_ shown: some Shown, in container: Container) { shown.show(in: container) }
func ofAnExtension() {
    let page: Page? = Page()
    let c = Container()
    show(page, in: c)
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
}
ofAnExtension()
