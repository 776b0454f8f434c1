// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class Clock: Sendable {}
final class Missing: Sendable {}
final class Cache: Sendable {}
final class Client: Sendable { init(_ cache: Cache) {} }
struct Report: Sendable { let log: Log }

extension ScopeName {
    static let request: ScopeName = "request"
    static let transaction: ScopeName = "transaction"
}

func afterItIsRemoved() throws {
    let c = Container()
    let d = c.register(.scoped(.request)) { Cache() }
    let s = try c.openScope(.request)
    _ = try s.resolve(Cache.self)
    c.remove(d)
    _ = try s.resolve(Cache.self)
}

func forAnyTag() throws {
    let c = Container()
    c.register(.scoped(.request)) { r in Report(log: try r.resolve(tag: .inherited)) }.forAnyTag()
    c.register(tag: "x") { Log() }
    let s = try c.openScope(.request)
    _ = try s.resolve(Report.self, tag: "x")
    _ = try s.resolve(Report.self)
}

func ofALinkedContainer() throws {
    let c = Container(), d = Container()
    c.link(with: d)
    c.register(.singleton) { Cache() }
    d.register(.singleton) { Client($0) }
    let o = c.overriding { $0.register(.scoped(.request)) { Cache() } }
    _ = try o.openScope(.request).resolve(Client.self)
}

func installedInPlaceOfAnother() throws {
    let c = Container()
    let d = c.register { Log() }
    c.install {
        $0.register { Log() }; $0.remove(d)
    }
    _ = try c.resolve(Log.self)
}

func decoratedAcrossALink() throws {
    let c = Container()
    let d = Container()
    c.link(with: d)
    d.register { Cache() }
    d.decorate(Cache.self) { o, r in
        _ = try r.resolve(Missing.self)
        return o
    }
    let k = Container(parent: c)
    k.register { Missing() }
    _ = try k.resolve(Cache.self)
}

func completedAcrossALink() throws {
    let c = Container()
    let d = Container()
    c.link(with: d)
    d.register { Cache() }.injecting { r, o in _ = try r.resolve(Missing.self) }
    let k = Container(parent: c)
    k.register { Missing() }
    _ = try k.resolve(Cache.self)
}

func completedByWhatIsNearer() throws {
    let c = Container()
    let d = Container()
    c.link(with: d)
    d.register { Cache() }.injecting { r, o in _ = try r.resolve(Missing.self) }
    let k = Container(parent: c)
    k.register { r in
        _ = try r.resolve(Clock.self); return Missing()
    }
    d.register { Missing() }
    _ = try k.openScope(.transaction).resolve(Cache.self)
}

let all: [() throws -> Void] = [
    afterItIsRemoved, forAnyTag, ofALinkedContainer, installedInPlaceOfAnother,
    decoratedAcrossALink, completedAcrossALink, completedByWhatIsNearer,
]
for one in all { do { try one() } catch { print(error) } }
