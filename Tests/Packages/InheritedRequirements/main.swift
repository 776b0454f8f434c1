// SPDX-License-Identifier: MIT

import Mortise

// Members that a type inherits, and that meet a requirement of the standard library; and members that cannot
// meet the requirement which has their name.

struct A {}

nonisolated(unsafe) var is0On = true
protocol P0 {}
extension P0 {
    var description: String {
        is0On = false
        return ""
    }
}
struct Q0: P0, CustomStringConvertible {}
func program0() {
    let c = Container()
    print(Q0(), terminator: "")
    if is0On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program0()

nonisolated(unsafe) var is1On = true
class P1 {
    var description: String {
        is1On = false
        return ""
    }
}
final class Q1: P1, CustomStringConvertible {}
func program1() {
    let c = Container()
    print(Q1(), terminator: "")
    if is1On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program1()

nonisolated(unsafe) var is2On = true
class P2 {
    func next() -> Int? {
        is2On = false
        return nil
    }
}
final class Q2: P2, IteratorProtocol, Sequence {}
func program2() {
    let c = Container()
    for _ in Q2() {}
    if is2On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program2()

protocol P3 { func go(_ c: Container) }
extension P3 { func go(_ c: Container) { c.register { A() } } }
struct Q3: P3 { mutating func go(_ c: Container) {} }
func program3() {
    let c = Container()
    let p: any P3 = Q3()
    p.go(c)
    _ = try? c.resolve(A.self)
}
program3()

protocol P4 { func go(_ c: [Container]) }
extension P4 { func go(_ c: [Container]) { c[0].register { A() } } }
struct Q4: P4 { func go(_ c: Container...) {} }
func program4() {
    let c = Container()
    let p: any P4 = Q4()
    p.go([c])
    _ = try? c.resolve(A.self)
}
program4()

struct E5: Error {}
protocol P5 { func go(_ c: Container) throws(E5) }
extension P5 { func go(_ c: Container) throws(E5) {} }
struct Q5: P5 { func go(_ c: Container) throws { c.register { A() } } }
func program5() throws {
    let c = Container()
    let p: any P5 = Q5()
    try p.go(c)
    _ = try? c.resolve(A.self)
}
try program5()

nonisolated(unsafe) var is6On = true
protocol P6 { var number: Int { get set } }
extension P6 {
    var number: Int {
        get { 1 }
        nonmutating set { is6On = false }
    }
}
struct Q6: P6 { var number: Int { 1 } }
func change6<T: P6>(_ value: inout T) { value.number = 2 }
func program6() {
    let c = Container()
    var q = Q6()
    change6(&q)
    if is6On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program6()

nonisolated(unsafe) var is7On = true
protocol P7 {}
func == <T: P7>(one: T, other: T) -> Bool {
    is7On = false
    return true
}
struct Q7: P7, Equatable { let number = 1 }
func program7() {
    let c = Container()
    _ = [Q7()].contains(Q7())
    if is7On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program7()

nonisolated(unsafe) var is8On = true
protocol P8 { var number: Int { get } }
extension P8 {
    var number: Int {
        is8On = false
        return 1
    }
}
struct Q8: P8 { var number: Int { get throws { 2 } } }
func program8() {
    let c = Container()
    let p: any P8 = Q8()
    _ = p.number
    if is8On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program8()

protocol P9 { func go(_ c: Container, _ body: @escaping () -> Void) }
extension P9 { func go(_ c: Container, _ body: @escaping () -> Void) {} }
struct Q9: P9 { func go(_ c: Container, _ body: () -> Void) { c.register { A() } } }
func program9() {
    let c = Container()
    let p: any P9 = Q9()
    p.go(c) {}
    _ = try? c.resolve(A.self)
}
program9()
