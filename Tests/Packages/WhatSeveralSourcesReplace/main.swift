// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

func besideArguments() throws {
    let a = Container { $0.register { (n: Int) in Log() } }
    let b = Container { $0.register { Log() }.replacing() }
    let c = Container(sources: [b, a])
    _ = try c.resolve(Log.self, arguments: 1)
}

func besideNone() throws {
    let a = Container { $0.register { Log() } }
    let b = Container { $0.register { (r: inout Resolver, n: Int) in Log() }.replacing() }
    let c = Container(sources: [b, a])
    _ = try c.resolve(Log.self)
}

func besideAnyTag() throws {
    let a = Container { $0.register { Log() }.forAnyTag() }
    let b = Container { $0.register { Log() }.replacing() }
    let c = Container(sources: [b, a])
    _ = try c.resolve(Log.self, tag: "x")
}

let all: [() throws -> Void] = [besideArguments, besideNone, besideAnyTag]
for one in all { do { try one() } catch { print(error) } }
