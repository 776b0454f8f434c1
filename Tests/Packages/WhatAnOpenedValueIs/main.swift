// SPDX-License-Identifier: MIT

import Mortise

// A value of a protocol that is given to a generic function is there what it really is.

final class Log: Sendable {}
protocol API: Sendable { static var name: String { get } }
struct Live: API { static let name = "live" }
struct Recorded: API { static let name = "recorded" }

extension API {
    func add(to container: Container) { container.register { self } }
}
func add<Part: Sendable>(_ part: Part, to container: Container) { container.register { part } }
struct Adding {
    init<Part: Sendable>(_ part: Part, to container: Container) { container.register { part } }
}
func addSome(_ api: some API, to container: Container) { container.register { api } }

func valuesThatAreOpened() {
    let api: any API = Live()
    let c = Container()
    add(api, to: c)
    _ = try? c.resolve(Live.self)
    _ = try? c.resolve((any API).self)
    let d = Container()
    addSome(api, to: d)
    _ = try? d.resolve(Live.self)
    _ = try? d.resolve((any API).self)
    // Also what the receiver of an extension's method is.
    let e = Container()
    api.add(to: e)
    _ = try? e.resolve(Live.self)
    _ = try? e.resolve((any API).self)
    // A closure of one expression does not open what it is given, and one of several does.
    let f = Container()
    [Live() as any API, Recorded()].forEach { each in add(each, to: f) }
    _ = try? f.resolve(Recorded.self)
    _ = try? f.resolve((any API).self)
    let h = Container()
    var count = 0
    [Live() as any API, Recorded()].forEach { each in
        count += 1
        add(each, to: h)
    }
    _ = try? h.resolve(Recorded.self)
    _ = try? h.resolve((any API).self)
    // Also in an initializer.
    let g = Container()
    _ = Adding(api, to: g)
    _ = try? g.resolve(Live.self)
    _ = try? g.resolve((any API).self)
}
valuesThatAreOpened()

func ask<Part: API>(_ part: Part, _ container: Container) throws {
    _ = try container.resolve(Part.self)
}
func askForType<Part: API>(_ type: Part.Type, _ container: Container) throws {
    _ = try container.resolve(type, tag: type.name)
}
func requestsOfWhatIsOpened() {
    let api: any API = Live()
    try? ask(api, Container { $0.register { Live() as any API } })
    let type: any API.Type = Recorded.self
    try? askForType(type, Container { $0.register(tag: "recorded") { Recorded() } })
}
requestsOfWhatIsOpened()

// `Self` of a class is the class of the receiver.
class Screen: @unchecked Sendable {
    required init() {}
    class func add(to container: Container) { container.register(as: Self.self) { Self() } }
    func addAnother(to container: Container) { Self.add(to: container) }
}
final class Login: Screen, @unchecked Sendable {}
func selfOfAClass() {
    let c = Container()
    Login.add(to: c)
    _ = try? c.resolve(Login.self)
    _ = try? c.resolve(Screen.self)
    let d = Container()
    let screen: Screen = Login()
    screen.addAnother(to: d)
    _ = try? d.resolve(Login.self)
    _ = try? d.resolve(Screen.self)
    let e = Container()
    let type: Screen.Type = Login.self
    type.add(to: e)
    _ = try? e.resolve(Login.self)
    _ = try? e.resolve(Screen.self)
}
selfOfAClass()

// In an extension of a protocol, it is the class that is known where the method is called.
protocol Shown: AnyObject, Sendable {}
extension Shown {
    func show(in container: Container) { container.register(as: Self.self) { self } }
}
class Page: Shown, @unchecked Sendable {}
final class Cover: Page, @unchecked Sendable {}
func selfOfAnExtension() {
    let c = Container()
    let page: Page = Cover()
    page.show(in: c)
    _ = try? c.resolve(Page.self)
    _ = try? c.resolve(Cover.self)
    let d = Container()
    let shown: any Shown = page
    shown.show(in: d)
    _ = try? d.resolve(Page.self)
    _ = try? d.resolve(Cover.self)
    _ = try? d.resolve((any Shown).self)
}
selfOfAnExtension()
