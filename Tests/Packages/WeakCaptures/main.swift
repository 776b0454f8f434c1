// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

final class Owner {}

/// What is captured may end, also if it is optional already.
func weak() throws {
    let container = Container()
    var owner: Owner? = Owner()
    let isThere = { [weak owner] in owner != nil }
    if isThere() { container.register { Log() } }
    _ = try container.resolve(Log.self)
    owner = nil
    if !isThere() { container.reset() }
    _ = try container.resolve(Log.self)
}

/// A number is never captured weakly.
func number() throws {
    let container = Container()
    let number: Int? = 1
    let isThere = { [number] in number != nil }
    if isThere() { container.register { Log() } }
    _ = try container.resolve(Log.self)
}

func container() throws {
    let container = Container()
    var other: Container? = Container { $0.register { Log() } }
    let any = { [weak other] in other ?? container }
    _ = try any().resolve(Log.self)
    other = nil
    _ = try any().resolve(Log.self)
}

try weak()
try number()
try container()
