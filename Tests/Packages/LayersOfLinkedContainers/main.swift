// SPDX-License-Identifier: MIT

import Mortise

final class S1: Sendable {}
final class S5: Sendable {}
struct W1: Sendable { let s: S1 }
struct W2: Sendable { let w: W1 }
struct WL: Sendable { let l: [S1] }
struct WP: Sendable { let p: Provider<S1> }
final class O1: Sendable {}
final class O2: Sendable { init(_ o: O1) {} }
extension ScopeName { static let req: ScopeName = "req"; static let tx: ScopeName = "tx" }
func a1() throws {
    let c = Container(); let d = Container(); c.link(with: d); d.register { W1(s: $0) }
    let k = Container(parent: c); k.register { S1() }
    _ = try k.resolve(W1.self)  // ok
}
func a2() throws {
    let c = Container(); let d = Container(); c.link(with: d); d.register { W1(s: $0) }
    let k = c.overriding { $0.register { S1() } }
    _ = try k.resolve(W1.self)  // ok
}
func a3() throws {
    let c = Container(); c.register(.scoped(.req)) { O1() }; let d = Container();
    d.register(.scoped(.req)) { O2($0) }; c.link(with: d)
    _ = try c.openScope(.req).resolve(O2.self)  // ok
}
func a4() throws {
    let c = Container(); let d = Container(); c.link(with: d); d.register { W1(s: $0) };
    c.register { S1() }
    let k = Container(parent: c);
    k.register { r in
        _ = try r.resolve(S5.self); return S1()
    }
    _ = try k.resolve(W1.self)  // fails
}
func a5() throws {
    let c = Container(); let d = Container(); c.link(with: d)
    d.register { WL(l: $0) }; d.register { S1() }.contributing()
    let k = Container(parent: c);
    k.register { r in
        _ = try r.resolve(S5.self); return S1()
    }.contributing()
    _ = try k.resolve(WL.self)  // fails
}
func a6() throws {
    let c = Container(); let d = Container(); c.link(with: d)
    c.expects(S1.self, in: .req); d.register(.scoped(.req)) { W1(s: $0) }
    _ = try c.openScope(.req) { $0.provide(S1()) }.resolve(W1.self)  // ok
}
func a7() throws {
    let c = Container(); let d = Container(); c.link(with: d)
    c.register(.singleton) { W2(w: $0) }; d.register { W1(s: $0) }
    let k = Container(parent: c); k.register { S1() }
    _ = try k.resolve(W2.self)  // fails
}
func a8() throws {
    let c = Container(); let d = Container(); c.link(with: d); d.register(.singleton) { W1(s: $0) }
    let k = c.overriding { $0.register { S1() } }
    _ = try k.resolve(W1.self)  // ok
}
func a9() throws {
    let c = Container(); let d = Container(); c.link(with: d); d.register { W1(s: $0) };
    d.register { S1() }
    let k = Container(parent: c);
    k.register { r in
        _ = try r.resolve(S5.self); return S1()
    }
    _ = try k.resolve(W1.self)  // ok
}
func b1() throws {
    let a = Container(); let c = Container(parent: a); let d = Container(); let e = Container();
    a.link(with: d); d.link(with: e)
    e.register { W1(s: $0) }
    let k = Container(parent: c); k.register { S1() }
    _ = try k.resolve(W1.self)  // ok
    _ = try c.resolve(W1.self)  // fails
}
func b2() throws {
    let c = Container(); let d = Container(); c.link(with: d); d.register { WP(p: $0) }
    let k = Container(parent: c); k.register { S1() }
    _ = try k.resolve(WP.self).p()  // ok
}
// A link joins the layers of a container with what is linked: what is made there sees the layer.
let all: [() throws -> Void] = [a1, a2, a3, a4, a5, a6, a7, a8, a9, b1, b2]
for (n, f) in all.enumerated() { do { try f(); print(n, "ok") } catch { print(n, "fails") } }
