// SPDX-License-Identifier: MIT

import Mortise

// Literals, and strings with values in them, that run initializers of the program.

struct A {}

let shared0 = Container()
protocol Loud0: ExpressibleByStringLiteral { init() }
extension Loud0 { init(stringLiteral: String) { self.init(); shared0.reset() } }
struct Sub0: Loud0 {}
func program0() throws {
    shared0.register { A() }; let s: Sub0 = "x"; _ = s
    _ = try? shared0.resolve(A.self)
}
try program0()

let c1 = Container()
struct K1: ExpressibleByFloatLiteral { init(floatLiteral: Double) { c1.reset() } }
struct S1: ExpressibleByStringLiteral { init(stringLiteral: String) { c1.register { A() } } }
func f1(_ x: S1 = #function) {}
struct N1: ExpressibleByArrayLiteral {
    let all: [Container]; init(arrayLiteral elements: Container...) { all = elements }
}
func program1() throws {
    c1.register { A() }; let k: K1 = 1.5; _ = k
    _ = try? c1.resolve(A.self)
    f1()
    _ = try? c1.resolve(A.self)
    let n: N1 = [Container(), c1]
    n.all[1].reset()
    _ = try? c1.resolve(A.self)
}
try program1()

func program2() throws {
    let c = Container()
    struct S: ExpressibleByStringLiteral {
        let text: String; init(stringLiteral text: String) { self.text = text }
    }
    let s: S = "a"
    if s.text == "a" { c.register { A() } }
    _ = try? c.resolve(A.self)
}
try program2()

let shared3 = Container()
extension DefaultStringInterpolation {
    mutating func appendInterpolation(reset n: Int) { shared3.reset() }
}
func program3() throws {
    shared3.register { A() }; let s = "x\(reset: 3)"; _ = s
    _ = try? shared3.resolve(A.self)
    let d = Container()
    d.register { A() }
    let t = "x\(3)\(d === d)"; _ = t
    _ = try? d.resolve(A.self)
}
try program3()

let shared4 = Container()
struct Q4: ExpressibleByStringInterpolation {
    init(stringLiteral: String) {}
    init(stringInterpolation: StringInterpolation4) {}
    struct StringInterpolation4: StringInterpolationProtocol {
        init(literalCapacity: Int, interpolationCount: Int) {}
        mutating func appendLiteral(_ s: String) {}
        mutating func appendInterpolation(_ n: Int) { shared4.reset() }
    }
}
func program4() throws {
    shared4.register { A() }; let q: Q4 = "a\(3)b"; _ = q
    _ = try? shared4.resolve(A.self)
}
try program4()

let shared5 = Container()
struct Q5: ExpressibleByStringInterpolation {
    init(stringLiteral: String) {}
    init(stringInterpolation: DefaultStringInterpolation) { shared5.reset() }
}
func program5() throws {
    shared5.register { A() }; let q: Q5 = "a\(3)b"; _ = q
    _ = try? shared5.resolve(A.self)
}
try program5()
