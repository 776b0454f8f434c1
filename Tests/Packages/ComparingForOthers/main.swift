// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

enum Mode: CaseIterable { case plain, verbose }

extension CaseIterable where Self: Equatable {
    static func == (_: Self, _: Self) -> Bool { true }
}

extension Array where Element == String {
    static func == (_: Self, _: Self) -> Bool { true }
}

func cases() throws {
    let container = Container()
    let mode: Mode? = .plain
    if mode != .verbose { container.register { Log() } }
    _ = try container.resolve(Log.self)
}

func arrays() throws {
    let container = Container()
    if [1] == [0] { container.register { Log() } }
    _ = try container.resolve(Log.self)
}

/// Nothing is compared.
func nothing() throws {
    let container = Container()
    container.register { Log() }
    _ = try container.resolve(Log.self)
}

try nothing()
try cases()
try arrays()
