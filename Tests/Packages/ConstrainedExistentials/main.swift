// SPDX-License-Identifier: MIT

import Mortise

// `any P<A>` for what a generic function or type stands for.

protocol Stored: Sendable {}
struct User: Stored {}
struct Order: Stored {}
protocol Repository<Model>: Sendable { associatedtype Model: Stored }
struct Table<Model: Stored>: Repository {}
struct Users: Module {
    func register(in c: Container) { c.register { Table<User>() as any Repository<User> } }
}

func add<M: Stored>(_ type: M.Type, to c: Container) {
    c.register { Table<M>() as any Repository<M> }
}
func find<M: Stored>(_ type: M.Type, in c: Container) -> (any Repository<M>)? {
    try? c.resolve((any Repository<M>).self)
}
func program0() {
    let c = Container()
    add(User.self, to: c)
    add(Order.self, to: c)
    _ = try? c.resolve((any Repository<User>).self)
    _ = try? c.resolve((any Repository<Order>).self)
}
program0()

func program1() {
    let c = Container()
    add(User.self, to: c)
    _ = try? c.resolve((any Repository<User>).self)
    _ = try? c.resolve((any Repository<Order>).self)
}
program1()

func program2() throws {
    let c = Container()
    try c.install(Users())
    _ = find(User.self, in: c)
}
try program2()

func findOther<M: Stored>(_ type: M.Type, in c: Container) -> (any Repository<M>)? {
    try? c.resolve((any Repository<M>).self)
}
func program3() throws {
    let c = Container()
    try c.install(Users())
    _ = findOther(Order.self, in: c)
}
try program3()

struct Tables<M: Stored>: Module {
    func register(in c: Container) { c.register(as: (any Repository<M>).self) { Table<M>() } }
}
func program4() throws {
    let c = Container()
    try c.install(Tables<User>())
    _ = try? c.resolve((any Repository<User>).self)
    _ = try? c.resolve((any Repository<Order>).self)
}
try program4()
