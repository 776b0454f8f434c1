// SPDX-License-Identifier: MIT

import Mortise

final class S1: Sendable {}
final class S5: Sendable {}
struct W1: Sendable { let s: S1 }
struct WP: Sendable { let p: Provider<S1> }
final class O1: Sendable {}
final class O2: Sendable { init(_ o: O1) {} }
final class A: Sendable { init(_ b: B) {} }; final class B: Sendable { init(_ p: Provider<A>) {} }
final class Db: Sendable { init() async {} }
final class P11 { @Injected var p: Provider<O1> }
func a1() async throws {
    let c = Container();
    c.register(.singleton) { (_: inout AsyncResolver, n: Int) async in await Db() }
    _ = try await c.async.resolve(Db.self, arguments: 1)
    _ = try c.resolve(Db.self, arguments: 2)  // fails
}
func a2() async throws {
    let c = Container();
    c.register(.singleton) { r in W1(s: try r.resolve(tag: .inherited)) }.forAnyTag();
    c.register(tag: "a") { S1() }
    _ = try c.resolve(W1.self, tag: "a")
    _ = try c.resolve(W1.self, tag: "b")  // ok
}
func a3() async throws {
    let c = Container();
    c.register { r in
        let p: Provider<S1> = r.provider(tag: .inherited); return WP(p: p)
    }.forAnyTag(); c.register(tag: "a") { S1() }
    _ = try c.resolve(WP.self, tag: "a").p()  // ok
}
func a4() async throws {
    let c = Container(); c.register { r in WP(p: r.provider(tag: .inherited)) }.forAnyTag();
    c.register { S1() }
    c.register(tag: "a") { r in
        _ = try r.resolve(S5.self); return S1()
    }
    _ = try c.resolve(WP.self, tag: "a").p()  // fails
}
func a5() async throws {
    let c = Container(); c.register(.singleton) { A($0) };
    c.register(.singleton) { (p: Provider<A>) in
        _ = try p(); return B(p)
    }
    _ = try c.resolve(A.self)  // fails cycle
}
func a6() async throws {
    let c = Container(); c.register(.singleton) { A($0) };
    c.register(.singleton) { r in
        let p: Provider<A> = r.provider(); _ = try p(); return B(p)
    }
    _ = try c.resolve(A.self)  // fails cycle
}
func a7() async throws {
    let c = Container(); c.register { (p: Provider<O1>) in O2(try p()) }
    let k = Container(parent: c); k.register { O1() }
    _ = try k.resolve(O2.self)  // ok
}
func a8() async throws {
    let c = Container(); c.register { r in WP(p: r.provider(tag: "a")) }; c.register { S1() }
    _ = try c.resolve(WP.self).p()  // fails
}
func a9() async throws {
    let c = Container(); c.register { r in WP(p: r.provider(tag: "a")) };
    c.register(tag: "a") { S1() }
    _ = try c.resolve(WP.self).p()  // ok
}
func b1() async throws {
    let c = Container(); c.register { P11() }; c.register { O1() }; _ = try c.resolve(P11.self)  // ok
}
func b2() async throws {
    let c = Container(); c.register(.singleton) { (r: inout Resolver, n: (Int, Int)) in S1() }
    _ = try c.resolve(S1.self, arguments: (1, 2))  // fails
}
let all: [() async throws -> Void] = [a1, a2, a3, a4, a5, a6, a7, a8, a9, b1, b2]
for (n, f) in all.enumerated() { do { try await f(); print(n, "ok") } catch { print(n, "fails") } }
