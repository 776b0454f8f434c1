// SPDX-License-Identifier: MIT

import Mortise

// What runs with a call that is not followed: defaults, wrappers, initial values and superclasses.

struct A {}

enum Global { nonisolated(unsafe) static var count = 0 }

nonisolated(unsafe) var is0On = true
func off0() -> Int {
    is0On = false
    return 1
}
func call0(_ number: Int = off0()) { Global.count = number }
func program0() {
    let c = Container()
    for _ in CommandLine.arguments { for _ in CommandLine.arguments { call0() } }
    if is0On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program0()

nonisolated(unsafe) var is1On = true
@propertyWrapper struct Wrapper1 {
    var wrappedValue: Int
    init(wrappedValue: Int) {
        self.wrappedValue = wrappedValue
        is1On = false
    }
}
func call1(@Wrapper1 _ number: Int) { Global.count = 2 }
func program1() {
    let c = Container()
    for _ in CommandLine.arguments { for _ in CommandLine.arguments { call1(1) } }
    if is1On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program1()

nonisolated(unsafe) var is2On = true
func off2() -> Int {
    is2On = false
    return 1
}
final class P2 {
    var number = off2()
    init() {}
}
func program2() {
    let c = Container()
    for _ in CommandLine.arguments { for _ in CommandLine.arguments { _ = P2() } }
    if is2On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program2()

nonisolated(unsafe) var is3On = true
class P3 { init() { is3On = false } }
final class Q3: P3 {
    var number = 1
    init(_ number: Int) { self.number = number }
}
func program3() {
    let c = Container()
    for _ in CommandLine.arguments { for _ in CommandLine.arguments { _ = Q3(1) } }
    if is3On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program3()

nonisolated(unsafe) var is4On = true
struct P4 {
    subscript(_ number: Int) -> Int {
        get { number }
        nonmutating set { is4On = false }
    }
}
func call4() { P4()[1] = 2 }
func program4() {
    let c = Container()
    for _ in CommandLine.arguments { for _ in CommandLine.arguments { call4() } }
    if is4On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program4()

func program5() {
    let c = Container()
    var isOn = true
    func off() -> Int {
        isOn = false
        return 1
    }
    func call(_ number: Int = off()) { Global.count = number }
    for _ in CommandLine.arguments { for _ in CommandLine.arguments { call() } }
    if isOn { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program5()
