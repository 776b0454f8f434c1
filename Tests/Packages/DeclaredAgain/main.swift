// SPDX-License-Identifier: MIT

import Mortise

// Requirements that are declared again, properties that subclasses observe, and initializers of
// superclasses that run by themselves.

struct A {}
struct D {}

protocol P0 { func wire(_ c: Container) }; protocol Q0: P0 { func wire(_ c: Container) }
extension P0 { func wire(_ c: Container) { c.register { A() } } }
class X0: P0 {}; final class Y0: X0, Q0 { func wire(_ c: Container) {} }
func goQ(_ h: any Q0, _ c: Container) { h.wire(c) }
func program0() throws {
    let d = Container()
    goQ(Y0(), d)
    _ = try? d.resolve(A.self)
}
try program0()

let c1 = Container()
class P1 {
    convenience init(on: Bool = true) { self.init(); if on { c1.register { A() } } }; init() {}
}
final class Q1: P1 { var k = 1; init(k: Int) { self.k = k } }
func program1() throws {
    _ = Q1(k: 1)
    _ = try? c1.resolve(A.self)
}
try program1()

let c2 = Container()
final class P2 {
    nonisolated(unsafe) static var n = 0 { didSet { c2.register { A() } } }; var n = 0
}
func program2() throws {
    let p = P2(); p.n = 1
    _ = try? c2.resolve(A.self)
}
try program2()

let c3 = Container()
class P3 {
    var n: Int {
        get { 1 }
        set { c3.register { A() } }
    }
}
final class Q3: P3 { override var n: Int { didSet { c3.register { D() } } } }
func program3() throws {
    let q = Q3(); q.n = 2
    _ = try? c3.resolve(A.self)
    _ = try? c3.resolve(D.self)
}
try program3()

let c4 = Container()
class P4 {
    var n: Int {
        get { c4.register { A() }; return 1 }
        set {}
    }
}
final class Q4: P4 { override var n: Int { willSet {} } }
func program4() throws {
    let q = Q4(); _ = q.n
    _ = try? c4.resolve(A.self)
}
try program4()

let c5 = Container()
class P5 { var n = 1 { didSet { c5.register { A() } } } }
class R5: P5 {
    override var n: Int {
        get { super.n }
        set { super.n = newValue }
    }
}
final class Q5: R5 { override var n: Int { didSet { c5.register { D() } } } }
func program5() throws {
    let q: P5 = Q5(); q.n = 2
    _ = try? c5.resolve(A.self)
    _ = try? c5.resolve(D.self)
}
try program5()
