// SPDX-License-Identifier: MIT

import Mortise

// Copies, tags, properties and modules that are only known at run time.

protocol Face: Sendable {}
final class A: Face {}
final class D: Face {}
final class F: Sendable { let a: A?; init(a: A?) { self.a = a } }
final class H: Sendable { let d: D; let c: A?; init(d: D, c: A?) { (self.d, self.c) = (d, c) } }
final class K: Sendable { let n: Int; init(n: Int) { self.n = n } }

func flag(_ bit: Int) -> Bool { CommandLine.arguments.count > bit + 1 }
func count(_ bit: Int) -> Int { CommandLine.arguments.count + bit }

nonisolated(unsafe) let g127 = Container();
final class RA127: ResolutionAware, Sendable { func didResolve() { g127.reset() } }
func program0() async throws {
    let c = Container()
    c.register { RA127() }; g127.register { A() }; _ = try c.resolve(RA127.self)
    _ = try? g127.resolve(A.self)
}
try await program0()

func two0() -> (Container, Container) { let c = Container(); return (c, c) }
nonisolated(unsafe) let (gx0, gy0) = two0()
final class U1 { let (a, b) = two0() }
func program1() async throws {
    gx0.register { A() }
    _ = try? gy0.resolve(A.self)
    let u = U1()
    u.a.register { A() }
    _ = try? u.b.resolve(A.self)
}
try await program1()

func program2() async throws {
    let c = Container(), kid = Container(); kid.register { A() }
    c.register { (k: Container) in
        k.reset(); return K(n: 1)
    }; _ = try c.resolve(K.self, arguments: kid)
    _ = try? kid.resolve(A.self)
    let kid2 = Container(); kid2.register { A() }
    _ = try c.provider(of: K.self)(kid2)
    _ = try? kid2.resolve(A.self)
}
try await program2()

struct HM130: Module, Hashable {
    let n: Int;
    func register(in c: Container) {
        c.register { (r: inout Resolver) in
            _ = try r.resolve(D.self); return K(n: 1)
        }
    }
}
struct HM131: Module, Hashable {
    let on: Bool; static func == (a: HM131, b: HM131) -> Bool { true }
    func hash(into h: inout Hasher) {}
    func register(in c: Container) { if on { c.register { A() } } else { c.register { D() } } }
}
func program3() async throws {
    let c = Container()
    c.install(HM130(n: count(0))); c.register { K(n: 1) }; c.install(HM130(n: count(0) + 1))
    _ = try? c.resolve(K.self)
    let d = Container()
    d.install(HM131(on: true)); d.install(HM131(on: false))
    _ = try? d.resolve(D.self)
    _ = try? d.resolve(A.self)
}
try await program3()

func pick132() -> String { flag(0) ? "x" : "y" }; func yes132() -> Bool { !flag(7) || flag(7) }
final class JT132 { @Injected(tag: pick132()) var a: A; init() {} }
final class JR132 { @Injected(required: yes132()) var k: K?; init() {} }
final class JM132 { let inj = Injected<D>(); init() {} }
final class JK132: Sendable { let inj = Injected<A>(), none = Injected<D?>(tag: "t") }
final class JI132: Sendable { let inj: Injected<A>; init() { inj = Injected() } }
final class Gen132<T: Sendable> { @Injected var t: T; init() {} }
class Bs132 { init() {} }
final class Sb132: Bs132 { @Injected var d: D; override init() { super.init() } }
final class Fa132: Face, @unchecked Sendable { @Injected var d: D; init() {} }
func program4() async throws {
    let c = Container()
    c.register { A() }; c.register { JT132() }
    _ = try? c.resolve(JT132.self)
    c.register { JR132() }
    _ = try? c.resolve(JR132.self)
    c.register { JM132() }
    _ = try? c.resolve(JM132.self)
    c.register { JK132() }
    _ = try? c.resolve(JK132.self)
    c.register { JI132() }
    _ = try? c.resolve(JI132.self)
    c.register { Gen132<A>() }
    _ = try? c.resolve(Gen132<A>.self)
    c.register { [Sb132() as Bs132].randomElement() ?? Sb132() }
    _ = try? c.resolve(Bs132.self)
    c.register { [Fa132() as any Face].randomElement() ?? Fa132() }
    _ = try? c.resolve((any Face).self)
}
try await program4()

func program5() async throws {
    let c = Container(), e = Container()
    let d = c.register { A() }.forAnyTag(); e.register(d)
    _ = try? e.resolve(A.self, tag: "q")
    let h = c.register { H(d: D(), c: nil) }; e.register(h);
    h.injecting { r, _ in _ = try r.resolve(String.self) }
    _ = try? e.resolve(H.self)
    _ = try? c.resolve(H.self)
}
try await program5()

protocol NS133 {}; final class N133: NS133, Sendable {}
func program6() async throws {
    let c = Container(), d = Container()
    c.register { N133() as any NS133 & Sendable }
    _ = try? c.resolve((any NS133).self)
    d.register { N133() as any NS133 }
    _ = try? d.resolve((any NS133 & Sendable).self)
    d.register { N133() as any Sendable }
    _ = try? d.resolve(Any.self)
}
try await program6()

func reg140(_ c: Container) -> Definition<A> { c.register { A() } }
func program7() async throws {
    let c1 = Container(), c2 = Container(); _ = reg140(c1); let d2 = reg140(c2)
    d2.implements((any Face).self) { $0 }
    _ = try? c1.resolve((any Face).self)
    _ = try? c2.resolve((any Face).self)
    d2.injecting { r, _ in _ = try r.resolve(String.self) }
    _ = try? c1.resolve(A.self)
    _ = try? c2.resolve(A.self)
}
try await program7()

func program8() async throws {
    let c = Container(), e = Container(), k = Container()
    let f = c.register { F(a: nil) }.injecting { r, _ in _ = try r.resolve(String.self) }
    let g = e.register(f)
    _ = try? e.resolve(F.self)
    k.register(g)
    _ = try? k.resolve(F.self)
}
try await program8()
