// SPDX-License-Identifier: MIT

import Mortise

// What calls itself often, or is called from far away, still changes what it names.

protocol Face: Sendable {}
final class A: Face {}
final class B: Sendable { let a: A; init(a: A) { self.a = a } }
final class D: Face {}
final class F: Sendable { let a: A?; init(a: A?) { self.a = a } }
final class K: Sendable { let n: Int; init(n: Int) { self.n = n } }

func program0() async throws {
    let c = Container()
    var n = 0
    func rec(_ k: Int) { if k > 0 { n += 1; rec(k - 1) } }
    rec(5)
    if n == 3 { c.register { A() } }
    _ = try? c.resolve(A.self)
    if n == 5 { c.register { D() } }
    _ = try? c.resolve(D.self)
}
try await program0()

func program1() async throws {
    let c = Container()
    var log: [Int] = []; func walk(_ k: Int) { log.append(k); if k > 0 { walk(k - 1) } }; walk(7);
    if log.count == 3 { c.register { A() } }
    _ = try? c.resolve(A.self)
    var on = false; func flip(_ k: Int) { if k == 0 { on = true } else { flip(k - 1) } }; flip(6);
    if !on { c.register { D() } }
    _ = try? c.resolve(D.self)
    var s = (a: 1, b: 2)
    func deep(_ k: Int) { if k > 0 { deep(k - 1) } else { s.b = 5 } }
    deep(9)
    if s.b == 2 { c.register { K(n: 1) } }
    _ = try? c.resolve(K.self)
    func last(_ k: Int) { if k > 0 { other(k - 1) } }
    func other(_ k: Int) { if k == 0 { c.register { B(a: A()) } }; last(k) }
    last(10)
    _ = try? c.resolve(B.self)
    let f = { c.register { F(a: nil) } }
    func call(_ k: Int) { if k > 0 { call(k - 1) } else { f() } }
    call(10)
    _ = try? c.resolve(F.self)
    func fib(_ k: Int) -> Int { k < 2 ? k : fib(k - 1) + fib(k - 2) }
    let e = Container(); e.register { A() }
    _ = fib(10)
    _ = try? e.resolve(A.self)
}
try await program1()

func program2() async throws {
    let c = Container()
    var n = 0
    func bump() { n += 1 }; func a1() { bump() }; func a2() { a1() }; func a3() { a2() }
    func a4() { a3() }; func a5() { a4() }; func a6() { a5() }; func a7() { a6() }
    func a8() { a7() }; func a9() { a8() }; func a10() { a9() }
    a10(); if n == 0 { c.register { A() } }
    _ = try? c.resolve(A.self)
    if n == 1 { c.register { D() } }
    _ = try? c.resolve(D.self)
}
try await program2()

nonisolated(unsafe) let g122 = Container(); func drop122() { g122.reset() }
func deep122(_ k: Int, _ f: () -> Void) { if k == 0 { f() } else { deep122(k - 1, f) } }
final class De128 { deinit { g128.reset() } }
func deep128(_ k: Int) { if k == 0 { _ = De128() } else { deep128(k - 1) } }
nonisolated(unsafe) let g128 = Container()
final class Sd126 { nonisolated(unsafe) static var log: [String] = [] }
func deep126(_ k: Int) { if k == 0 { Sd126.log.append("x") } else { deep126(k - 1) } }
func program3() async throws {
    let c = Container(); c.register { A() }; func drop() { c.reset() }
    func rec(_ k: Int) { if k == 0 { drop() } else { rec(k - 1) } }; rec(6)
    _ = try? c.resolve(A.self)
    g122.register { A() }; deep122(6, drop122)
    _ = try? g122.resolve(A.self)
    g128.register { A() }; deep128(6)
    _ = try? g128.resolve(A.self)
    let d = Container()
    deep126(7)
    if Sd126.log.isEmpty { d.register { F(a: nil) } }
    _ = try? d.resolve(F.self)
    if Sd126.log.count == 1 { d.register { D() } }
    _ = try? d.resolve(D.self)
}
try await program3()

struct Ms170 { var n = 0; mutating func go(_ k: Int) { if k > 0 { n += 1; go(k - 1) } } }
struct Pa170 {
    var i = 0; let s: [Int];
    mutating func next() -> Int? { if i < s.count { i += 1; return s[i - 1] }; return nil }
    mutating func sum() -> Int { guard let n = next() else { return 0 }; return n + sum() }
}
func program4() async throws {
    let c = Container()
    var s = Ms170(); s.go(6)
    if s.n == 6 { c.register { A() } }
    _ = try? c.resolve(A.self)
    if s.n == 3 { c.register { D() } }
    _ = try? c.resolve(D.self)
    var p = Pa170(s: [1, 2, 3, 4, 5, 6]); _ = p.sum()
    if p.i == 3 { c.register { K(n: 1) } }
    _ = try? c.resolve(K.self)
}
try await program4()

func drop200() -> Int { g200.reset(); return 1 }
func deep200(_ k: Int, _ n: Int = drop200()) {
    if k > 1 { deep200(k - 1, 1) } else if k == 1 { deep200(0) }
}
nonisolated(unsafe) let g200 = Container()
struct Steps201: Sequence, IteratorProtocol {
    mutating func next() -> Int? { g201.reset(); return nil }
}
func deep201(_ k: Int) { if k > 0 { deep201(k - 1) } else { for _ in Steps201() {} } }
nonisolated(unsafe) let g201 = Container()
struct Text202: CustomStringConvertible {
    var description: String { g202.reset(); return "" }
}
func deep202(_ k: Int) { if k > 0 { deep202(k - 1) } else { _ = "\(Text202())" } }
nonisolated(unsafe) let g202 = Container()
struct Part203: Equatable {
    static func == (one: Part203, other: Part203) -> Bool { g203.reset(); return true }
}
func deep203(_ k: Int) { if k > 0 { deep203(k - 1) } else { _ = [Part203()].contains(Part203()) } }
nonisolated(unsafe) let g203 = Container()
struct Whole204: Equatable { let part = Part204() }
struct Part204: Equatable {
    static func == (one: Part204, other: Part204) -> Bool { g204.reset(); return true }
}
func deep204(_ k: Int) { if k > 0 { deep204(k - 1) } else { _ = [Whole204()] == [Whole204()] } }
nonisolated(unsafe) let g204 = Container()
protocol Switch205: AnyObject { var isOn: Bool { get set } }
final class Lamp205: Switch205 { var isOn = false }
func deep205(_ k: Int, _ s: any Switch205) { if k > 0 { deep205(k - 1, s) } else { s.isOn = true } }
class Base206 { var n = 0 }
final class Sub206: Base206 { override var n: Int { didSet { g206.reset() } } }
func deep206(_ k: Int, _ b: Base206) { if k > 0 { deep206(k - 1, b) } else { b.n = 1 } }
nonisolated(unsafe) let g206 = Container()
func program5() async throws {
    g200.register { A() }
    deep200(12, 1)
    _ = try? g200.resolve(A.self)
    g201.register { A() }
    deep201(12)
    _ = try? g201.resolve(A.self)
    g202.register { A() }
    deep202(12)
    _ = try? g202.resolve(A.self)
    g203.register { A() }
    deep203(12)
    _ = try? g203.resolve(A.self)
    g204.register { A() }
    deep204(12)
    _ = try? g204.resolve(A.self)
    let c = Container()
    let lamp = Lamp205()
    deep205(12, lamp)
    if !lamp.isOn { c.register { A() } }
    _ = try? c.resolve(A.self)
    g206.register { A() }
    deep206(12, Sub206())
    _ = try? g206.resolve(A.self)
}
try await program5()

final class Kept207 { deinit { g207.reset() } }
final class Shelf207 { var kept: Kept207? }
func deep207(_ k: Int, _ s: Shelf207) { if k > 0 { deep207(k - 1, s) } else { s.kept = Kept207() } }
nonisolated(unsafe) let g207 = Container()
nonisolated(unsafe) var count208 = 0
struct Text208: CustomStringConvertible {
    var description: String { count208 = 2; return "" }
}
final class Shelf208 { var kept: [Text208] = [] }
func deep208(_ k: Int, _ s: Shelf208) {
    if k > 0 { deep208(k - 1, s) } else { s.kept = [Text208()] }
}
func program6() async throws {
    let shelf = Shelf207()
    deep207(12, shelf)
    g207.register { A() }
    shelf.kept = nil
    _ = try? g207.resolve(A.self)
    let c = Container()
    let texts = Shelf208()
    deep208(12, texts)
    count208 = 1
    _ = "\(texts.kept)"
    if count208 == 1 { c.register { A() } }
    _ = try? c.resolve(A.self)
}
try await program6()
