// SPDX-License-Identifier: MIT

import Mortise

// What is said of a definition is said of that of the latest container, unless a variable names an earlier one.

protocol Face: Sendable {}
final class A: Face {}

func make() -> Container {
    let c = Container()
    c.register(.singleton) { A() }.implements((any Face).self) { $0 }
    return c
}
let first = make()
_ = try first.resolve((any Face).self)
let second = make()
_ = try second.resolve((any Face).self)

for _ in 0..<100 {
    let c = make()
    _ = try c.resolve((any Face).self)
}

while let line = readLine() {
    let c = make()
    let d = c.register { line }
    d.contributing()
    _ = try c.resolveAll(String.self)
    _ = try c.resolve((any Face).self)
}

func keepsTheLast() throws {
    var last: Definition<A>?
    while Bool.random() {
        let c = Container()
        let d = c.register { A() }
        _ = last?.contributing()
        _ = try? c.resolve(A.self)
        last = d
    }
}
_ = try? keepsTheLast()

func keepsAll() throws {
    var all: [Definition<A>] = []
    while Bool.random() {
        let c = Container()
        all.append(c.register { A() })
        all[0].contributing()
        _ = try? c.resolve(A.self)
    }
}
_ = try? keepsAll()
