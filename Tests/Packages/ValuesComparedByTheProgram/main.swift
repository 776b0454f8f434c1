// SPDX-License-Identifier: MIT

import Mortise

// Enumerations that are equal by a raw value of their own, and operators of the program.

struct A {}

enum P0: RawRepresentable {
    case one, two
    init?(rawValue: Int) { nil }
    var rawValue: Int { 1 }
}
func program0() {
    let c = Container()
    if P0.one != P0.two { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program0()

func areEqual<T: Equatable>(_ one: T, _ other: T) -> Bool { one == other }
func program1() {
    let c = Container()
    if areEqual(P0.one, .two) { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program1()

enum P2: Int { case one, two }
func program2() {
    let c = Container()
    if P2.one != P2.two { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program2()

struct P3 { let isOn: Bool }
extension Bool { static func && (one: Bool, other: P3) -> Bool { true } }
func program3() {
    let c = Container()
    if false && P3(isOn: false) { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program3()
