// SPDX-License-Identifier: MIT

import Mortise

// Local variables that are observed, slices, and ranges that are long.

struct A {}

func program0() throws {
    let own3 = Container()
    let app = Container()
    var seen: Container? = own3 { didSet { if let oldValue { oldValue.register { A() } } } }
    seen = own3
    seen = .some(app)
    _ = try? own3.resolve(A.self)
}
try program0()

func program1() throws {
    let own3 = Container()
    let app = Container()
    var seen: Container? = own3 { didSet { if let oldValue { oldValue.register { A() } } } }
    seen = app
    _ = try? own3.resolve(A.self)
}
try program1()

func program2() throws {
    let own3 = Container()
    let app = Container()
    var seen: Container = own3 { didSet { oldValue.register { A() } } }
    seen = app
    _ = try? own3.resolve(A.self)
}
try program2()

func program3() throws {
    let own3 = Container()
    let app = Container()
    var seen: Container? = own3 { didSet { seen?.register { A() } } }
    seen = app
    _ = try? app.resolve(A.self)
}
try program3()

func program4() throws {
    let own3 = Container()
    let app = Container()
    var seen: Container? = own3 { willSet { newValue?.register { A() } } }
    seen = app
    _ = try? app.resolve(A.self)
}
try program4()

func program5() throws {
    var names = ["x", "y", "z"][1..<3]; names.insert("q", at: 1)
    let c = Container(); if names.first == "q" { c.register { A() } }
    _ = try? c.resolve(A.self)
    let d = Container(); if names.first == "y" { d.register { A() } }
    _ = try? d.resolve(A.self)
}
try program5()

func program6() throws {
    let c = Container { $0.register { A() } }
    for i in -9223372036854775807..<9223372036854775807 { if i > 0 { break }; break }
    _ = try? c.resolve(A.self)
}
try program6()
