// SPDX-License-Identifier: MIT

import Mortise

// What closures return to code that is not read, and what is optional twice.

struct A {}
nonisolated(unsafe) var number = 0
func flag(_: Int) -> Bool { number > 0 }

func program0() throws {
    let c = Container(); c.register { A() }
    ["a": 1].mapValues { _ in c }["a"]?.reset()
    _ = try? c.resolve(A.self)
}
try program0()

func program1() throws {
    let c = Container(); c.register { A() }
    try Result { c }.get().reset()
    _ = try? c.resolve(A.self)
}
try program1()

func program2() throws {
    let c = Container(); c.register { A() }
    let ms: [(Container) -> Void] = [{ $0.reset() }]; let fs = ms.shuffled().map { m in { m(c) } }
    fs[0]()
    _ = try? c.resolve(A.self)
}
try program2()

func program3() throws {
    let c = Container()
    let f: () -> Void = [1].reduce({}) { next, m in { c.register { A() } } }; f()
    _ = try? c.resolve(A.self)
}
try program3()

func program4() throws {
    let c = Container(); c.register { A() }
    let d: [String: Container] = [:]; d["x", default: c].reset()
    _ = try? c.resolve(A.self)
}
try program4()

func program5() throws {
    let c = Container(); c.register { A() }
    sequence(first: 1) { n in n < 2 ? n + 1 : nil }.map { n in (n, c) }.last?.1.reset()
    _ = try? c.resolve(A.self)
}
try program5()

func program6() throws {
    let c = Container(); c.register { A() }
    _ = ["a"].filter { $0 == "a" && c === c }
    _ = ["a", "b"].sorted { $0 < $1 }
    _ = try? c.resolve(A.self)
}
try program6()

func program7() throws {
    let c = Container()
    let ds: [[String: Container]] = [["a": c, "b": Container()]]; c.register { A() }
    ds.flatMap { $0.values }.forEach { $0.reset() }
    _ = try? c.resolve(A.self)
    let d = Container()
    let e = Container()
    e.register { A() }
    for x in [1, 2].flatMap({ _ in flag(0) ? [e] : [d, e] }) { x.reset() }
    _ = try? e.resolve(A.self)
}
try program7()

func program8() throws {
    let c = Container(); c.register { A() }
    let list: [Container?] = flag(0) ? [nil, c] : [c, nil]
    if let x = list.first, let y = x { y.reset() }
    _ = try? c.resolve(A.self)
}
try program8()

func program9() throws {
    let c = Container(); c.register { A() }
    let f: () -> Container?? = { flag(0) ? c : nil }; if let x = f(), let y = x { y.reset() }
    _ = try? c.resolve(A.self)
}
try program9()
