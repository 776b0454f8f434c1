// SPDX-License-Identifier: MIT

import Mortise

// Requirements that are declared again, and initializers of superclasses that run by themselves.

struct A {}

protocol P0 { func wire(_ c: Container) }; protocol Q0: P0 { func wire(_ c: Container) }
extension P0 { func wire(_ c: Container) { c.register { A() } } }
class X0: P0 {}; final class Y0: X0, Q0 { func wire(_ c: Container) {} };
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
