// SPDX-License-Identifier: MIT

import Mortise

// Which initial values are made, when, and which initializers run.

protocol Face: Sendable {}
final class A: Face {}
final class D: Face {}
final class F: Sendable { let a: A?; init(a: A?) { self.a = a } }

func flag(_ bit: Int) -> Bool { CommandLine.arguments.count > bit + 1 }
func touch(_ container: Container) -> Bool { container.register { A() }; return true }

nonisolated(unsafe) let g0 = Container()
nonisolated(unsafe) let g1 = Container()
func res0() -> Int { g0.reset(); return 1 }
func reg0() -> Int { g0.register { A() }; return 1 }
func res1() -> Int { g1.reset(); return 1 }
class Su0 { let x = res0(); init() {} }
final class Sb0: Su0 { let y = reg0(); override init() { super.init() } }
class Su1 { let x = res1(); init() {} }
final class Sb1: Su1 { override init() { g1.register { A() }; super.init() } }
final class Sb2: Su1 { override init() { g1.register { D() } } }
final class Sb3: Su1 { init(_ n: Int) { g1.register { D() }; if n > 3 { return } } }
func program0() async throws {
    _ = Sb0()
    _ = try? g0.resolve(A.self)
    _ = Sb1()
    _ = try? g1.resolve(A.self)
    g1.register { D() }
    _ = Sb2()
    _ = try? g1.resolve(D.self)
    g1.register { D() }
    _ = Sb3(5)
    _ = try? g1.resolve(D.self)
}
try await program0()

nonisolated(unsafe) let g2 = Container()
func res2() -> Int { g2.reset(); return 1 }
func reg2() -> Int { g2.register { A() }; return 1 }
final class X2 { let a = res2(); init(_ n: Int) {}; convenience init() { self.init(reg2()) } }
func program1() async throws {
    _ = X2()
    _ = try? g2.resolve(A.self)
}
try await program1()

nonisolated(unsafe) var n3 = 0; func next3() -> Int { n3 += 1; return n3 }
struct S3 { let id = next3(); init(x: Int) {}; init() { self.init(x: 1) } }
func program2() async throws {
    let c = Container()
    let s = S3(); if n3 == 1 { c.register { A() } }
    _ = try? c.resolve(A.self)
    if s.id == 1 { c.register { D() } }
    _ = try? c.resolve(D.self)
}
try await program2()

nonisolated(unsafe) let g4 = Container()
struct S4 { var on = touch(g4); var n = 3 }
func program3() async throws {
    _ = S4(on: false)
    _ = try? g4.resolve(A.self)
    _ = S4(n: 4)
    _ = try? g4.resolve(A.self)
    let s = S4(on: false, n: 5), t = S4()
    let c = Container()
    if s.n == 5, !s.on, t.n == 3, t.on { c.register { A() } }
    _ = try? c.resolve(A.self)
}
try await program3()

final class Fc7 {
    init?(_ c: Container, _ ok: Bool) { if !ok { return nil } }
    convenience init?(x c: Container) { self.init(c, false); c.register { D() } }
    convenience init?(y c: Container, _ b: Bool) { self.init(c, b); c.register { A() } }
}
class Fb7 { init?(_ b: Bool) { if !b { return nil } } }
final class Fd7: Fb7 { init?(c: Container, _ b: Bool) { super.init(b); c.register { A() } } }
struct Fs7 {
    init?(_ b: Bool) { if !b { return nil } }
    init?(c: Container, _ b: Bool) { self.init(b); c.register { A() } }
}
func program4() async throws {
    let c = Container()
    if Fc7(x: c) == nil { c.register { F(a: nil) } }
    _ = try? c.resolve(F.self)
    _ = try? c.resolve(D.self)
    let d = Container()
    let m = Fc7(y: d, flag(0))
    _ = try? d.resolve(A.self)
    if m != nil { _ = try? d.resolve(A.self) }
    let e = Container()
    if Fd7(c: e, false) == nil { e.register { D() } }
    _ = try? e.resolve(A.self)
    _ = try? e.resolve(D.self)
    let f = Container()
    if Fs7(c: f, false) == nil { f.register { D() } }
    _ = try? f.resolve(A.self)
    _ = try? f.resolve(D.self)
    let g = Container()
    if Fs7(c: g, true) == nil { g.register { D() } }
    _ = try? g.resolve(A.self)
    _ = try? g.resolve(D.self)
}
try await program4()

nonisolated(unsafe) let g6 = Container()
class E6 {
    var y: Container = {
        g6.register { F(a: nil) }; return Container()
    }()
        ;
    init(_ y: Container) { self.y = y }
}
final class E7: E6 { var z = 1 }
class P7 { let app: Container; init(_ a: Container) { app = a; a.register { A() } } }
final class Q7: P7 { var n = touch(h7) }
final class R7: P7 {}
nonisolated(unsafe) let h7 = Container()
func program5() async throws {
    _ = E6(Container())
    _ = try? g6.resolve(F.self)
    g6.reset()
    let e = E7(Container())
    _ = try? g6.resolve(F.self)
    let c = Container()
    if e.z == 1 { c.register { A() } }
    _ = try? c.resolve(A.self)
    let d = Container(); let q = Q7(d)
    _ = try? q.app.resolve(A.self)
    _ = try? h7.resolve(A.self)
    let r = R7(Container())
    _ = try? r.app.resolve(A.self)
    _ = try? d.resolve(D.self)
}
try await program5()
