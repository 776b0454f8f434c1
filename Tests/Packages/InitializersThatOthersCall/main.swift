// SPDX-License-Identifier: MIT

import Mortise

// Initializers that an extension of a protocol calls, and those that a literal leads to.

struct A {}

let c0 = Container()
protocol P0 { init(_ c: Container) }
extension P0 { init() { self.init(c0) } }
struct Q0: P0 { init(_ c: Container) { c.register { A() } } }
func program0() {
    _ = Q0()
    _ = try? c0.resolve(A.self)
}
program0()

nonisolated(unsafe) var is1On = true
struct P1: OptionSet {
    let rawValue: Int
    init(rawValue: Int) {
        self.rawValue = rawValue
        is1On = false
    }
}
func program1() {
    let c = Container()
    let options: P1 = []
    if options.isEmpty, is1On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program1()

nonisolated(unsafe) var is2On = true
struct P2: OptionSet, CustomStringConvertible {
    let rawValue: Int
    var description: String {
        is2On = false
        return ""
    }
}
func program2() {
    let c = Container()
    let options: P2 = []
    print(options, terminator: "")
    if is2On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program2()
