// SPDX-License-Identifier: MIT

import Foundation
import Mortise

// When values are read and written, and who notices.

protocol Face: Sendable {}
final class A: Face {}
final class B: Sendable { let a: A; init(a: A) { self.a = a } }
final class D: Face {}
final class F: Sendable { let a: A?; init(a: A?) { self.a = a } }
final class K: Sendable { let n: Int; init(n: Int) { self.n = n } }
struct Failed: Error {}

func flag(_ bit: Int) -> Bool { CommandLine.arguments.count > bit + 1 }
func count(_ bit: Int) -> Int { CommandLine.arguments.count + bit }

func program0() async throws {
    let c = Container()
    var d: [String: String] = [:]
    d["a"] = ProcessInfo.processInfo.environment["NOPE"]
    if !d.isEmpty { c.register { A() } }
    _ = try? c.resolve(A.self)
    if d.isEmpty { c.register { F(a: nil) } }
    _ = try? c.resolve(F.self)
    var e: [String: Int] = ["b": 1]
    e["a"] = flag(0) ? 1 : nil
    if e.count == 2 { c.register { D() } }
    _ = try? c.resolve(D.self)
    for (_, _) in e { c.register { K(n: 1) } }
    _ = try? c.resolve(K.self)
    e["a"] = 3
    if e["a"] == 3 { c.register { B(a: A()) } }
    _ = try? c.resolve(B.self)
}
try await program0()

struct Mt141 {
    var on = false; var c = Container(); mutating func go() throws { on = true; throw Failed() }
    mutating func swap() throws { c = Container(); throw Failed() }
}
enum En141 { case a, b; mutating func go() throws { self = .b; throw Failed() } }
func program1() async throws {
    let k = Container()
    var s = Mt141(); try? s.go(); if s.on { k.register { A() } }
    _ = try? k.resolve(A.self)
    if !s.on { k.register { D() } }
    _ = try? k.resolve(D.self)
    s.c.register { A() }; try? s.swap()
    _ = try? s.c.resolve(A.self)
    var e = En141.a; try? e.go(); if e == .b { k.register { K(n: 1) } }
    _ = try? k.resolve(K.self)
}
try await program1()

func program2() async throws {
    let c = Container()
    let a = [1, 2].compactMap { flag(0) ? $0 : nil }; if a.contains(1) { c.register { A() } }
    _ = try? c.resolve(A.self)
    var b = [1, 2]; b[count(0) % 2] = 7; if b.contains(1) { c.register { D() } }
    _ = try? c.resolve(D.self)
    if [1, 2].contains(1) { c.register { K(n: 1) } }
    _ = try? c.resolve(K.self)
}
try await program2()

struct Hm145 { var n = 0; mutating func add(_ k: Int) { n += k } }
func program3() async throws {
    let c = Container()
    var n = 1; func f() -> Int { n = 10; return 1 }; n += f(); if n == 11 { c.register { A() } }
    _ = try? c.resolve(A.self)
    if n == 2 { c.register { D() } }
    _ = try? c.resolve(D.self)
    let d = Container()
    var log: [Int] = []; func walk(_ k: Int) -> Int { log.append(k); return k }
    log.append(walk(3)); if log.count == 2 { d.register { A() } }
    _ = try? d.resolve(A.self)
    if log.count == 1 { d.register { D() } }
    _ = try? d.resolve(D.self)
    let e = Container()
    var h = Hm145(); func k() -> Int { h.n = 5; return 1 }; h.add(k());
    if h.n == 6 { e.register { A() } }
    _ = try? e.resolve(A.self)
    if h.n == 1 { e.register { D() } }
    _ = try? e.resolve(D.self)
}
try await program3()

struct In161 { var n = 0 }
final class Ob161 {
    let c: Container; var s = In161() { didSet { c.register(tag: "s") { A() } } }
    var d: [String: Int] = [:] { didSet { c.register(tag: "d") { A() } } }
    init(_ c: Container) { self.c = c }
}
func io161(_ x: inout Int) {}
func program4() async throws {
    let c = Container(), o = Ob161(c)
    io161(&o.s.n)
    _ = try? c.resolve(A.self, tag: "s")
    o.d["zz"]? += 1
    _ = try? c.resolve(A.self, tag: "d")
    let e = Container(), p = Ob161(e)
    p.s.n = 0
    _ = try? e.resolve(A.self, tag: "s")
}
try await program4()

enum Gt162 {
    nonisolated(unsafe) static var log = 0;
    nonisolated(unsafe) static var v: Int = {
        log += 1; return 1
    }()
}
enum Gs162 {
    nonisolated(unsafe) static var cur: Container? { willSet { newValue?.register { D() } } }
}
func program5() async throws {
    let c = Container()
    Gt162.v = 7; if Gt162.log == 1 { c.register { A() } }
    _ = try? c.resolve(A.self)
    Gs162.cur = c
    _ = try? c.resolve(D.self)
    let d = Container()
    Gs162.cur = d
    _ = try? d.resolve(D.self)
}
try await program5()

struct V173 { var n = 0; var v: Int { mutating get throws { n += 1; throw Failed() } } }
func program6() async throws {
    let c = Container()
    var s = V173()
    _ = try? s.v
    if s.n == 1 { c.register { A() } }
    _ = try? c.resolve(A.self)
    if s.n == 0 { c.register { D() } }
    _ = try? c.resolve(D.self)
}
try await program6()
