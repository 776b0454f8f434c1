// SPDX-License-Identifier: MIT

import Mortise

// A container that a global variable makes when something that nobody calls reads it.

struct A {}
struct D {}

enum App { static let container = Container { $0.register { A() } } }

func unused0() {
    let c = App.container.overriding { $0.register { A() }.replacing() }
    _ = try? c.resolve(A.self)
}

func unused1() {
    let c = App.container.overriding { $0.register { D() }.replacing() }
    _ = try? c.resolve(D.self)
}

/// The property of a superclass that a subclass overrides.
class P2 { var number = 1 }
class Q2: P2 {
    override var number: Int {
        get { super.number + 1 }
        set { super.number = newValue }
    }
}
func program2() {
    let c = Container()
    if Q2().number == 2 { c.register { A() } }
    _ = try? c.resolve(A.self)
}
program2()
