// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class Missing: Sendable {}
struct Report: Sendable { let s: Log }
struct Holder: Sendable { let p: Provider<Log> }
final class Cache: Sendable {}
final class Client: Sendable { init(_ o: Cache) {} }
final class First: Sendable { init(_ b: Second) {} }
final class Second: Sendable { init(_ p: Provider<First>) {} }
final class Db: Sendable { init() async {} }
final class Screen { @Injected var p: Provider<Cache> }
func keptForEachArgument() async throws {
    let c = Container()
    c.register(.singleton) { (_: inout AsyncResolver, n: Int) async in await Db() }
    _ = try await c.async.resolve(Db.self, arguments: 1)
    _ = try c.resolve(Db.self, arguments: 2)  // fails
}
func keptForAnyTag() async throws {
    let c = Container()
    c.register(.singleton) { r in Report(s: try r.resolve(tag: .inherited)) }.forAnyTag()
    c.register(tag: "a") { Log() }
    _ = try c.resolve(Report.self, tag: "a")
    _ = try c.resolve(Report.self, tag: "b")  // ok
}
func passingOnATag() async throws {
    let c = Container()
    c.register { r in
        let p: Provider<Log> = r.provider(tag: .inherited); return Holder(p: p)
    }.forAnyTag(); c.register(tag: "a") { Log() }
    _ = try c.resolve(Holder.self, tag: "a").p()  // ok
}
func passingOnATagAndFailing() async throws {
    let c = Container(); c.register { r in Holder(p: r.provider(tag: .inherited)) }.forAnyTag()
    c.register { Log() }
    c.register(tag: "a") { r in
        _ = try r.resolve(Missing.self); return Log()
    }
    _ = try c.resolve(Holder.self, tag: "a").p()  // fails
}
func calledInARing() async throws {
    let c = Container(); c.register(.singleton) { First($0) }
    c.register(.singleton) { (p: Provider<First>) in
        _ = try p(); return Second(p)
    }
    _ = try c.resolve(First.self)  // fails cycle
}
func madeAndCalledInARing() async throws {
    let c = Container(); c.register(.singleton) { First($0) }
    c.register(.singleton) { r in
        let p: Provider<First> = r.provider(); _ = try p(); return Second(p)
    }
    _ = try c.resolve(First.self)  // fails cycle
}
func calledForAChild() async throws {
    let c = Container(); c.register { (p: Provider<Cache>) in Client(try p()) }
    let k = Container(parent: c); k.register { Cache() }
    _ = try k.resolve(Client.self)  // ok
}
func withATagThatIsMissing() async throws {
    let c = Container(); c.register { r in Holder(p: r.provider(tag: "a")) }; c.register { Log() }
    _ = try c.resolve(Holder.self).p()  // fails
}
func withATag() async throws {
    let c = Container(); c.register { r in Holder(p: r.provider(tag: "a")) }
    c.register(tag: "a") { Log() }
    _ = try c.resolve(Holder.self).p()  // ok
}
func injected() async throws {
    let c = Container(); c.register { Screen() }; c.register { Cache() }
    _ = try c.resolve(Screen.self)  // ok
}
func keptForATuple() async throws {
    let c = Container(); c.register(.singleton) { (r: inout Resolver, n: (Int, Int)) in Log() }
    _ = try c.resolve(Log.self, arguments: (1, 2))  // fails
}
let all: [() async throws -> Void] = [
    keptForEachArgument, keptForAnyTag, passingOnATag, passingOnATagAndFailing, calledInARing,
    madeAndCalledInARing, calledForAChild, withATagThatIsMissing, withATag, injected, keptForATuple,
]
for (n, f) in all.enumerated() { do { try await f(); print(n, "ok") } catch { print(n, "fails") } }
