// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class Missing: Sendable {}
struct Report: Sendable { let s: Log }
struct Summary: Sendable { let w: Report }
struct Reports: Sendable { let l: [Log] }
struct Holder: Sendable { let p: Provider<Log> }
final class Cache: Sendable {}
final class Client: Sendable { init(_ o: Cache) {} }
extension ScopeName {
    static let request: ScopeName = "request"; static let transaction: ScopeName = "transaction"
}
func ofAChild() throws {
    let c = Container(); let d = Container(); c.link(with: d); d.register { Report(s: $0) }
    let k = Container(parent: c); k.register { Log() }
    _ = try k.resolve(Report.self)  // ok
}
func ofAnOverlay() throws {
    let c = Container(); let d = Container(); c.link(with: d); d.register { Report(s: $0) }
    let k = c.overriding { $0.register { Log() } }
    _ = try k.resolve(Report.self)  // ok
}
func ofAScope() throws {
    let c = Container(); c.register(.scoped(.request)) { Cache() }; let d = Container()
    d.register(.scoped(.request)) { Client($0) }; c.link(with: d)
    _ = try c.openScope(.request).resolve(Client.self)  // ok
}
func nearerAndFailing() throws {
    let c = Container(); let d = Container(); c.link(with: d); d.register { Report(s: $0) }
    c.register { Log() }
    let k = Container(parent: c)
    k.register { r in
        _ = try r.resolve(Missing.self); return Log()
    }
    _ = try k.resolve(Report.self)  // fails
}
func contributing() throws {
    let c = Container(); let d = Container(); c.link(with: d)
    d.register { Reports(l: $0) }; d.register { Log() }.contributing()
    let k = Container(parent: c)
    k.register { r in
        _ = try r.resolve(Missing.self); return Log()
    }.contributing()
    _ = try k.resolve(Reports.self)  // fails
}
func withAnInput() throws {
    let c = Container(); let d = Container(); c.link(with: d)
    c.expects(Log.self, in: .request); d.register(.scoped(.request)) { Report(s: $0) }
    _ = try c.openScope(.request) { $0.provide(Log()) }.resolve(Report.self)  // ok
}
func heldByASingleton() throws {
    let c = Container(); let d = Container(); c.link(with: d)
    c.register(.singleton) { Summary(w: $0) }; d.register { Report(s: $0) }
    let k = Container(parent: c); k.register { Log() }
    _ = try k.resolve(Summary.self)  // fails
}
func keptByAnOverlay() throws {
    let c = Container(); let d = Container(); c.link(with: d)
    d.register(.singleton) { Report(s: $0) }
    let k = c.overriding { $0.register { Log() } }
    _ = try k.resolve(Report.self)  // ok
}
func ownFirst() throws {
    let c = Container(); let d = Container(); c.link(with: d); d.register { Report(s: $0) }
    d.register { Log() }
    let k = Container(parent: c)
    k.register { r in
        _ = try r.resolve(Missing.self); return Log()
    }
    _ = try k.resolve(Report.self)  // ok
}
func overSeveralLinks() throws {
    let a = Container(); let c = Container(parent: a); let d = Container(); let e = Container()
    a.link(with: d); d.link(with: e)
    e.register { Report(s: $0) }
    let k = Container(parent: c); k.register { Log() }
    _ = try k.resolve(Report.self)  // ok
    _ = try c.resolve(Report.self)  // fails
}
func laterByAProvider() throws {
    let c = Container(); let d = Container(); c.link(with: d); d.register { Holder(p: $0) }
    let k = Container(parent: c); k.register { Log() }
    _ = try k.resolve(Holder.self).p()  // ok
}
// A link joins the layers of a container with what is linked: what is made there sees the layer.
let all: [() throws -> Void] = [
    ofAChild, ofAnOverlay, ofAScope, nearerAndFailing, contributing, withAnInput, heldByASingleton,
    keptByAnOverlay, ownFirst, overSeveralLinks, laterByAProvider,
]
for (n, f) in all.enumerated() { do { try f(); print(n, "ok") } catch { print(n, "fails") } }
