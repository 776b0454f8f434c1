// SPDX-License-Identifier: MIT

import Mortise

// What Mortise calls of a type that conforms to its protocols.

struct A {}
struct Part {}
struct Parts: Module { func register(in c: Container) { c.register { Part() } } }

class P0: Module, @unchecked Sendable { func register(in c: Container) { c.register { A() } } }
final class Q0: P0, @unchecked Sendable { var requires: [any Module] { [Parts()] } }
func program0() throws {
    let c = Container()
    try c.install(Q0())
    _ = try? c.resolve(A.self)
    _ = try? c.resolve(Part.self)
}
try program0()

struct P1: Module {
    mutating func register(in c: inout Container) { c = Container() }
    func register(in c: Container) { c.register { A() } }
}
func program1() throws {
    let c = Container()
    try c.install(P1())
    _ = try? c.resolve(A.self)
}
try program1()

nonisolated(unsafe) var is2On = true
class P2 { func didResolve() { is2On = false } }
final class Q2: P2, ResolutionAware {}
func program2() throws {
    let (c, other) = (Container(), Container { $0.register { Q2() } })
    _ = try other.resolve(Q2.self)
    if is2On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
try program2()

nonisolated(unsafe) var is3On = true
enum P3: Closable {
    case one
    func close() throws { is3On = false }
}
func program3() async throws {
    let (c, other) = (Container(), Container { $0.register(.singleton) { P3.one } })
    _ = try other.resolve(P3.self)
    try await other.close()
    if is3On { c.register { A() } }
    _ = try? c.resolve(A.self)
}
try await program3()

final class P4: InjectableProperty {
    init() { announce() }
    func inject(from resolver: inout Resolver) throws { _ = try resolver.resolve(Part.self) }
}
final class Q4 { let part = P4() }
func program4() {
    let c = Container { $0.register { Q4() } }
    _ = try? c.resolve(Q4.self)
    c.register { Part() }
    _ = try? c.resolve(Q4.self)
}
program4()

struct P5: DefinitionModule, CustomReflectable {
    let a = ModuleDefinition { A() }
    var customMirror: Mirror { Mirror(self, children: []) }
}
func program5() throws {
    let c = Container()
    try c.install(P5())
    _ = try? c.resolve(A.self)
}
try program5()
