// SPDX-License-Identifier: MIT

import Mortise

// Witnesses, overrides, defaults of arguments, and `Self`.

protocol Face: Sendable {}
final class A: Face {}
final class D: Face {}
final class F: Sendable { let a: A?; init(a: A?) { self.a = a } }
final class G: Sendable { let faces: [any Face]; init(faces: [any Face]) { self.faces = faces } }
final class K: Sendable { let n: Int; init(n: Int) { self.n = n } }

class Ba1<T> { func w(_ c: Container) { c.register { A() } } }
class Sv1<U>: Ba1<[U]> { override func w(_ c: Container) { c.register { D() } } }
func program0() async throws {
    let c = Container()
    let y: Any = Sv1<Int>()
    if y is Ba1<[Int]> { c.register { K(n: 1) } }
    _ = try? c.resolve(K.self)
    (y as? Ba1<[Int]>)?.w(c)
    _ = try? c.resolve(D.self)
}
try await program0()

protocol P120 { func w(_ c: Container); var on: Bool { get } }
extension P120 { func w(_ c: Container) { c.register { A() } }; var on: Bool { true } }
struct Bx120<T>: P120 {}
extension Bx120 where T == Int {
    func w(_ c: Container) { c.register { D() } }; var on: Bool { false }
}
func go120(_ p: some P120, _ c: Container) { p.w(c) }; func any120(_ p: any P120) -> Bool { p.on }
func program1() async throws {
    let c = Container()
    go120(Bx120<Int>(), c)
    _ = try? c.resolve(A.self)
    _ = try? c.resolve(D.self)
    if any120(Bx120<Int>()) { c.register { K(n: 1) } }
    _ = try? c.resolve(K.self)
}
try await program1()

class Ba124 { subscript(i: Int) -> Int { i } }
class Mi124: Ba124 { override subscript(i: Int) -> Int { super[i] + 1 } }
func program2() async throws {
    let c = Container()
    let b: Ba124 = Mi124(); if b[1] == 2 { c.register { A() } }
    _ = try? c.resolve(A.self)
    if b[1] == 1 { c.register { D() } }
    _ = try? c.resolve(D.self)
}
try await program2()

protocol P123 { func w(_ c: Container); func v(_ c: Container); func u(_ c: Container) }
extension P123 {
    func w(_ c: Container) { c.register { A() } }
    func v(_ c: Container) { c.register { K(n: 1) } }
    func u(_ c: Container) { c.register { G(faces: []) } }
}
struct S123: P123 {
    func w(_ c: Container) async { c.register { D() } }
    func v(_ c: Container) throws { c.register { F(a: nil) } }
    func u(_ c: Container) -> Int { c.register { 3 }; return 1 }
}
func go123(_ p: any P123, _ c: Container) { p.w(c); p.v(c); p.u(c) }
protocol P124 { var name: String? { get }; func con() -> Container? }
extension P124 { var name: String? { nil }; func con() -> Container? { nil } }
struct S124: P124 { let name: String = "x"; let c: Container; func con() -> Container { c } }
func f124(_ p: any P124, _ c: Container) {
    if p.name == nil { c.register { A() } } else { c.register { D() } }
}
func program3() async throws {
    let c = Container()
    go123(S123(), c)
    _ = try? c.resolve(A.self)
    _ = try? c.resolve(K.self)
    _ = try? c.resolve(G.self)
    _ = try? c.resolve(D.self)
    _ = try? c.resolve(F.self)
    _ = try? c.resolve(Int.self)
    let d = Container()
    f124(S124(c: d), d)
    _ = try? d.resolve(A.self)
    _ = try? d.resolve(D.self)
}
try await program3()

protocol Loose143: Equatable {}
extension Loose143 { static func == (a: Self, b: Self) -> Bool { true } }
enum E143: Loose143 { case a, b }
func program4() async throws {
    let c = Container()
    if [E143.a].contains(.b) { c.register { A() } }
    _ = try? c.resolve(A.self)
}
try await program4()

class Df144 {
    func f(_ c: Container, _ x: Bool = true) {
        if x { c.register { A() } } else { c.register { D() } }
    }
}; final class Dg144: Df144 { override func f(_ c: Container, _ x: Bool = false) { super.f(c, x) } }
func program5() async throws {
    let c = Container()
    let p: Df144 = Dg144(); p.f(c)
    _ = try? c.resolve(A.self)
    _ = try? c.resolve(D.self)
    let d = Container()
    Dg144().f(d)
    _ = try? d.resolve(D.self)
}
try await program5()

class Sf160 {
    func same(_ o: Sf160) -> Bool { o is Self }; func cast(_ o: Sf160) -> Self? { o as? Self }
    init() {}
}; final class Sg160: Sf160 {}
func program6() async throws {
    let c = Container()
    if Sg160().same(Sf160()) { c.register { A() } }
    _ = try? c.resolve(A.self)
    if Sg160().cast(Sf160()) == nil { c.register { D() } }
    _ = try? c.resolve(D.self)
}
try await program6()

protocol P172 { func w(_ c: Container) -> Int; var v: Int { get } }
extension P172 { func w(_ c: Container) -> Int { c.register { A() }; return 1 }; var v: Int { 1 } }
struct S172<T>: P172 {
    let t: T; func w(_ c: Container) -> T { c.register { D() }; return t }; var v: T { t }
}; func go172(_ p: some P172, _ c: Container) { _ = p.w(c) }
func program7() async throws {
    let c = Container()
    go172(S172(t: 7), c)
    _ = try? c.resolve(A.self)
    _ = try? c.resolve(D.self)
}
try await program7()
