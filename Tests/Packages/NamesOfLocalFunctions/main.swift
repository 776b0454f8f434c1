// SPDX-License-Identifier: MIT

import Mortise

// Local functions of one name, and what is called before it is declared.

struct A {}

func program0() throws {
    let c = Container(); func wire(_ n: Int) { c.register { A() } }; func wire(_ s: String) {}
    wire(1)
    _ = try? c.resolve(A.self)
}
try program0()

func program1() throws {
    let c = Container(); func wire(on: Bool) { c.register { A() } }; func wire(off: Bool) {}
    wire(on: true)
    _ = try? c.resolve(A.self)
}
try program1()

func program2() throws {
    let c = Container(); func go() {}; do { go(); func go() { c.register { A() } } }
    _ = try? c.resolve(A.self)
}
try program2()

func program3() throws {
    let c = Container()
    func b() {}; do { func a() { b() }; func b() { c.register { A() } }; a() }
    _ = try? c.resolve(A.self)
}
try program3()

func one4() throws {
    let c4 = Container()
    func make4() { c4.register { A() } }
    make4()
    _ = try? c4.resolve(A.self)
}
func two4() throws {
    let c4 = Container()
    func make4() { c4.register { A() } }
    make4()
    _ = try? c4.resolve(A.self)
}
func program4() throws {
    try one4(); try two4()
}
try program4()
