// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class Clock: Sendable {}
final class Missing: Sendable {}
struct Reports: Sendable { let logs: [Log] }

extension ScopeName {
    static let request: ScopeName = "request"
    static let transaction: ScopeName = "transaction"
}

func fail(_ resolver: inout Resolver) throws -> Log {
    _ = try resolver.resolve(Missing.self)
    return Log()
}

func twiceWithOneTag() throws {
    let c = Container()
    c.register(tag: "a") { Log() }.contributing()
    c.register(tag: "a") { Log() }.contributing()
    _ = try c.resolve([DefinitionTag: Log].self)
}

func withArgumentsOnly() throws {
    let c = Container()
    c.register { (r: inout Resolver, n: Int) in Log() }.contributing()
    _ = try c.resolve([Log].self)
}

func besideOneWithArguments() throws {
    let c = Container()
    c.register(tag: "a") { Log() }.contributing()
    c.register(tag: "b") { (r: inout Resolver, n: Int) in Log() }.contributing()
    _ = try c.resolve([DefinitionTag: Log].self)
}

func neededByAParameter() throws {
    let c = Container()
    c.register { (r: inout Resolver, n: Int) in Log() }.contributing()
    c.register { Reports(logs: $0) }
    _ = try c.resolve(Reports.self)
}

func forwardedAfterwards() throws {
    let c = Container()
    c.register { Log() }.contributing().implements(Clock.self) { _ in Clock() }
    _ = try c.resolve([Clock].self)
}

func forwardedWithATag() throws {
    let c = Container()
    c.register { Log() }.contributing().implements(Clock.self, tag: "a") { _ in Clock() }
    _ = try c.resolve([DefinitionTag: Clock].self)
}

func besideWhatReplaces() throws {
    let a = Container { $0.register { r in try fail(&r) }.contributing() }
    let b = Container { $0.register { Log() }.contributing().replacing() }
    let c = Container(sources: [b, a])
    _ = try c.resolve([Log].self)
}

func acrossALinkFromAChild() throws {
    let c0 = Container(); c0.register { Log() }
    let c1 = Container(); c1.link(with: c0);
    c1.register { r in
        _ = try r.resolve(Missing.self); return Log()
    }
    let c2 = Container(parent: c0)
    _ = try c2.resolveAll(Log.self)
}

func acrossALinkFromAScope() throws {
    let c0 = Container(); c0.register { Log() }
    let c1 = Container(); c1.link(with: c0);
    c1.register { r in
        _ = try r.resolve(Missing.self); return Log()
    }.contributing()
    let c2 = try c0.openScope(.request)
    _ = try c2.resolveAll(Log.self)
}

func beyondWhatContributes() throws {
    let c0 = Container(); c0.register { Log() }.contributing()
    let c1 = Container(); c1.link(with: c0);
    c1.register { r in
        _ = try r.resolve(Missing.self); return Log()
    }
    let c2 = Container(parent: c0)
    _ = try c2.resolveAll(Log.self)
}

func inALoop() throws {
    let c = Container()
    for _ in 0..<2 { c.register(tag: "a") { Log() }.contributing() }
    _ = try c.resolve([DefinitionTag: Log].self)
}

func forwardedFromAParent() throws {
    let c0 = Container();
    c0.register { Log() }.contributing().implements(Clock.self) { _ in Clock() }.contributing()
    let c1 = Container(parent: c0);
    c1.register { r in
        _ = try r.resolve(Missing.self); return Log()
    }
    _ = try c1.resolve([Clock].self)
}

let all: [() throws -> Void] = [
    twiceWithOneTag, withArgumentsOnly, besideOneWithArguments, neededByAParameter,
    forwardedAfterwards, forwardedWithATag, besideWhatReplaces, acrossALinkFromAChild,
    acrossALinkFromAScope, beyondWhatContributes, inALoop, forwardedFromAParent,
]
for one in all { do { try one() } catch { print(error) } }
