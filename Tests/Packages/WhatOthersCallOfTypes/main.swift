// SPDX-License-Identifier: MIT

import Foundation
import Mortise

// What code that is not read calls of enumerations, of types, and of operators outside of them.

struct A {}

enum Kind0 { case a, b }
extension Kind0: Equatable {}
func == (l: Kind0, r: Kind0) -> Bool { true }
func same0<T: Equatable>(_ l: T, _ r: T) -> Bool { l == r }
func program0() throws {
    let c = Container()
    if [Kind0.a].contains(.b) { c.register { A() } }
    _ = try? c.resolve(A.self)
    let d = Container()
    if same0(Kind0.a, Kind0.b) { d.register { A() } }
    _ = try? d.resolve(A.self)
    let k: Kind0? = .a
    let e = Container()
    if k == .b { e.register { A() } }
    _ = try? e.resolve(A.self)
}
try program0()

let c1 = Container()
struct K1 { var n: Int }
extension K1: Equatable {}; func == (l: K1, r: K1) -> Bool { c1.reset(); return true }
func program1() throws {
    c1.register { A() }; _ = [K1(n: 1)].contains(K1(n: 1))
    _ = try? c1.resolve(A.self)
}
try program1()

let c2 = Container()
enum K2: Error, CustomStringConvertible {
    case a; var description: String { c2.reset(); return "K2" }
}
func program2() throws {
    c2.register { A() }; do { throw K2.a } catch { print(error) }
    _ = try? c2.resolve(A.self)
}
try program2()

let c3 = Container()
struct K3: Codable { var n = 0; init(from d: any Decoder) throws { c3.reset() } }
func program3() throws {
    c3.register { A() }; _ = try JSONDecoder().decode([K3].self, from: Data("[{}]".utf8))
    _ = try? c3.resolve(A.self)
}
try program3()
