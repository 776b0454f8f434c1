// SPDX-License-Identifier: MIT

import Mortise

// What a task has done is there once somebody has waited for it, and may be there before.

final class A: Sendable {}
final class B: Sendable { init() async {} }
struct Failed: Error {}

func flag(_ bit: Int) -> Bool { CommandLine.arguments.count > bit + 1 }

func warmed() async throws {
    let c = Container()
    c.register(.singleton) { await B() }
    async let b: B = c.async.resolve()
    _ = try? c.resolve(B.self)
    _ = try await b
    _ = try c.resolve(B.self)
}
try await warmed()

func warmedByProvider() async throws {
    let c = Container()
    c.register(.singleton) { await B() }
    let provider: AsyncProvider<B> = c.async.provider()
    _ = try await provider()
    _ = try c.resolve(B.self)
}
try await warmedByProvider()

func handle() async throws {
    let c = Container()
    let task = Task { _ = c.register { A() } }
    _ = try? c.resolve(A.self)
    await task.value
    _ = try c.resolve(A.self)
}
try await handle()

func made() async throws {
    let task = Task { Container { $0.register { A() } } }
    async let other = Container { $0.register(.singleton) { await B() } }
    let c = await task.value
    _ = try await other.async.resolve(B.self)
    _ = try? await other.resolve(A.self)
    _ = try c.resolve(A.self)
    let again = await task.value
    c.register { 3 }
    _ = try again.resolve(Int.self)
}
try await made()

func changedMeanwhile() async throws {
    let c = Container()
    let task = Task { _ = c.register { A() } }
    if flag(0) { await Task.yield() }
    c.reset()
    await task.value
    _ = try? c.resolve(A.self)
}
try await changedMeanwhile()

func failed() async {
    let c = Container()
    let task = Task {
        if flag(0) { throw Failed() }
        c.register { A() }
    }
    _ = await task.result
    _ = try? c.resolve(A.self)
}
await failed()

func grouped() async throws {
    let c = Container()
    await withTaskGroup(of: Void.self) { group in
        group.addTask { c.register { A() } }
        group.addTask { c.register(.singleton) { await B() } }
        if flag(0) { group.addTask { c.register { 3 } } }
    }
    _ = try c.resolve(A.self)
    _ = try await c.async.resolve(B.self)
    _ = try? c.resolve(Int.self)
}
try await grouped()

func waitedFor() async throws {
    let c = Container(), d = Container()
    c.register(.singleton) { await B() }
    d.register(.singleton) { await B() }
    try await withThrowingTaskGroup(of: Void.self) { group in
        for each in [c, d] { group.addTask { _ = try await each.async.resolve(B.self) } }
        for try await _ in group {}
        _ = try c.resolve(B.self)
        _ = try d.resolve(B.self)
    }
    let e = Container()
    e.register(.singleton) { await B() }
    try await withThrowingTaskGroup(of: B.self) { group in
        group.addTask { try await e.async.resolve(B.self) }
    }
    _ = try? e.resolve(B.self)
}
try await waitedFor()

func add(to group: inout DiscardingTaskGroup, _ c: Container) {
    group.addTask { c.register { A() } }
}
func helped() async throws {
    let c = Container()
    await withDiscardingTaskGroup { add(to: &$0, c) }
    _ = try c.resolve(A.self)
}
try await helped()
