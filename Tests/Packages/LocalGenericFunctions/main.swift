// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}

final class HTTP: API {}

final class Log: Sendable {}

final class Clock: Sendable {}

func registered() throws {
    let container = Container()
    func add<T: Sendable>(_ make: @escaping @Sendable () -> T) {
        container.register { make() }
    }
    add { Log() }
    _ = try container.resolve(Log.self)
    _ = try? container.resolve(Clock.self)
}

func asked() throws {
    let container = Container { $0.register { Log() } }
    func ask<T: Sendable>(_ type: T.Type) throws -> T { try container.resolve(type) }
    _ = try ask(Log.self)
}

func nested() throws {
    let container = Container()
    func outer<T: Sendable>(_ value: T) throws {
        func inner<U: Sendable>(_ other: U) throws {
            container.register { other }
            _ = try container.resolve(T.self)
        }
        container.register { value }
        try inner(Clock())
    }
    try outer(Log())
    _ = try container.resolve(Clock.self)
}

func passed() throws {
    let container = Container()
    func add<T: Sendable>(_ value: T) { container.register { value } }
    let addLog: (Log) -> Void = add
    addLog(Log())
    _ = try container.resolve(Log.self)
}

func opened() throws {
    let container = Container()
    func add<T: API>(_ value: T) { container.register { value } }
    let api: any API = HTTP()
    add(api)
    _ = try container.resolve(HTTP.self)
}

func growing() {
    let container = Container()
    func add<T: Sendable>(_ value: T, _ count: Int) {
        if count == 0 { container.register { value } } else { add([value], count - 1) }
    }
    add(1, CommandLine.arguments.count)
    _ = try? container.resolve([Int].self)
}

try registered()
try asked()
try nested()
try passed()
try opened()
growing()
