// SPDX-License-Identifier: MIT

import Mortise

// What may be thrown where nothing is called: by a task, a sequence, a property.

protocol Face: Sendable {}
final class A: Face {}
final class D: Face {}
struct Failed: Error {}

func flag(_ bit: Int) -> Bool { CommandLine.arguments.count > bit + 1 }

func program0() async throws {
    let c = Container()
    let d: Int? = await withCheckedContinuation { k in
        k.resume(returning: nil); return
    }
    if d == nil { c.register { D() } }
    _ = try? c.resolve(D.self)
    let e = Container()
    do {
        let x: Int = try await withCheckedThrowingContinuation { k in k.resume(throwing: Failed()) }
        ; _ = x; e.register { A() }
    } catch { e.register { D() } }
    _ = try? e.resolve(D.self)
    let f: Container = await withUnsafeContinuation { k in
        let c = Container(); c.register { A() }; k.resume(returning: c)
    }
    _ = try? f.resolve(A.self)
}
try await program0()

func program1() async throws {
    let c = Container()
    do { try await Task { throw Failed() }.value; c.register { A() } } catch { c.register { D() } }
    _ = try? c.resolve(D.self)
    _ = try? c.resolve(A.self)
}
try await program1()

func program2() async throws {
    let c = Container()
    let s = AsyncThrowingStream<Int, any Error> { k in
        k.yield(1); k.finish(throwing: Failed())
    }
    do { for try await _ in s {}; c.register { A() } } catch { c.register { D() } }
    _ = try? c.resolve(D.self)
    _ = try? c.resolve(A.self)
}
try await program2()

func boom3() async throws -> Int { throw Failed() }
func program3() async throws {
    let c = Container()
    async let a = boom3()
    do { _ = try await a } catch { c.register { D() } }
    _ = try? c.resolve(D.self)
}
try await program3()

func boom4() async throws -> Int { 3 }
func program4() async throws {
    let c = Container(), d = Container()
    do {
        async let a = boom4()
        c.register { A() }
        let n = try await a
        if n == 3 { d.register { A() } }
    } catch {}
    _ = try? c.resolve(A.self)
    _ = try? d.resolve(A.self)
}
try await program4()

struct P5 {
    var c: Container;
    var p: Int { get throws { c.register { A() }; if flag(0) { throw Failed() }; return 1 } }
    subscript(i: Int) -> Int { get throws { throw Failed() } }
}
func program5() async throws {
    let c = Container(), d = Container()
    do { _ = try P5(c: c).p; d.register { A() } } catch { d.register { D() } }
    _ = try? c.resolve(A.self)
    _ = try? d.resolve(A.self)
    _ = try? d.resolve(D.self)
    let e = Container()
    do { _ = try P5(c: c)[3]; e.register { A() } } catch { e.register { D() } }
    _ = try? e.resolve(A.self)
    _ = try? e.resolve(D.self)
}
try await program5()
