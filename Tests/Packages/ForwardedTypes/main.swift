// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class Clock: Sendable {}
final class Store: Sendable {}
final class Missing: Sendable {}
struct Report: Sendable { let log: Log }
struct Summary: Sendable { let report: Report }

extension ScopeName {
    static let request: ScopeName = "request"
    static let transaction: ScopeName = "transaction"
}

func withItsArguments() throws {
    let c = Container()
    c.register { (s: Log) in Report(log: s) }.implements(Summary.self) { Summary(report: $0) }
    _ = try c.resolve(Summary.self, arguments: Log())
}

func withArgumentsOnly() throws {
    let c = Container()
    c.register { (r: inout Resolver, n: Int) in Clock() }.implements(Store.self) { _ in Store() }
    _ = try c.resolve(Store.self, arguments: 3)
}

func withoutThem() throws {
    let c = Container()
    c.register { (r: inout Resolver, n: Int) in Clock() }.implements(Store.self) { _ in Store() }
    _ = try c.resolve(Store.self)
}

func wired() throws {
    let c = Container()
    c.register { Log() }
    c.register { (s: Log) in Report(log: s) }.implements(Summary.self) { Summary(report: $0) }
    _ = try c.resolve(Summary.self)
}

func andRemoved() throws {
    let c = Container()
    c.register(.singleton) { (s: Log) in Report(log: s) }.implements(Summary.self) {
        Summary(report: $0)
    }
    c.register { Log() }
    let f = c.register { (n: Int) in Clock() }.forwarding(to: Store.self) { _ in Store() }
    f.contributing()
    _ = try c.resolve(Summary.self)
    _ = try c.resolve(Store.self, arguments: 3)
    c.remove(f)
    _ = try? c.resolve(Store.self, arguments: 3)
}

func copiedWithoutTheTarget() throws {
    let c = Container()
    let d = c.register { Log() }
    let e = d.forwarding(to: Clock.self) { _ in Clock() }
    let k = Container()
    k.register(e)
    _ = try k.resolve(Clock.self)
}

func replacingToo() throws {
    let c = Container()
    c.register { (s: Store) in Clock() }
    c.register { Log() }.replacing().implements(Clock.self) { _ in Clock() }
    _ = try c.resolve(Clock.self, arguments: Store())
}

func passingOnATag() throws {
    let c = Container()
    c.register { r in Report(log: try r.resolve(tag: .inherited)) }.implements(Clock.self, tag: "x")
    { _ in Clock() }
    c.register(tag: "x") { r in
        _ = try r.resolve(Missing.self); return Log()
    }
    c.register { Log() }
    _ = try c.resolve(Clock.self, tag: "x")
}

func toWhatIsNearer() throws {
    let c0 = Container(); c0.register { Log() }.implements(Clock.self) { _ in Clock() }
    let c1 = Container(parent: c0)
    c1.register { r in
        _ = try r.resolve(Missing.self); return Log()
    }
    let c2 = try c1.openScope(.transaction)
    _ = try c2.resolve(Clock.self)
}

func toWhatIsEarlierInSources() throws {
    let c0 = Container(); c0.register { Log() }.implements(Clock.self) { _ in Clock() }
    let c1 = Container {
        $0.register { r in
            _ = try r.resolve(Missing.self); return Log()
        }
    }
    let c2 = Container(sources: [c1, c0])
    _ = try c2.resolve(Clock.self)
}

func toWhatIsNearerAndWorks() throws {
    let c0 = Container();
    c0.register { r in
        _ = try r.resolve(Missing.self); return Log()
    }.implements(Clock.self) { _ in Clock() }
    let c1 = Container(parent: c0)
    c1.register { Log() }
    let c2 = try c1.openScope(.transaction)
    _ = try c2.resolve(Clock.self)
}

func toItsOwnContribution() throws {
    let c0 = Container();
    c0.register { Log() }.contributing().implements(Clock.self) { _ in Clock() }.contributing()
    let c1 = Container(parent: c0);
    c1.register { r in
        _ = try r.resolve(Missing.self); return Log()
    }
    _ = try c1.resolve(Clock.self)
}

func toItsOwnThatFails() throws {
    let c0 = Container();
    c0.register { r in
        _ = try r.resolve(Missing.self); return Log()
    }.contributing().implements(Clock.self) { _ in Clock() }.contributing()
    let c1 = Container(parent: c0); c1.register { Log() }
    _ = try c1.resolve([Clock].self)
}

let all: [() throws -> Void] = [
    withItsArguments, withArgumentsOnly, withoutThem, wired, andRemoved, copiedWithoutTheTarget,
    replacingToo, passingOnATag, toWhatIsNearer, toWhatIsEarlierInSources, toWhatIsNearerAndWorks,
    toItsOwnContribution, toItsOwnThatFails,
]
for one in all { do { try one() } catch { print(error) } }
