// SPDX-License-Identifier: MIT

import Mortise

// Default arguments of cases and subscripts are not in the tree, and types may make what is not known.

final class Clock: Sendable {}
nonisolated(unsafe) var spoilt = Container()
func spoil() -> Int {
    spoilt.reset()
    return 1
}
enum Weather { case rain(Int = spoil()) }

func one() {
    spoilt.register { Clock() }
    _ = Weather.rain()
    _ = try? spoilt.resolve(Clock.self)
}
one()

nonisolated(unsafe) let tables = Container()
struct Grid { subscript(row: Int = empty()) -> Int { row } }
func empty() -> Int {
    tables.reset()
    return 1
}
tables.register { Clock() }
_ = Grid()[]
_ = try? tables.resolve(Clock.self)

class Base { required init() {} }
final class Derived: Base { deinit { bases.reset() } }
nonisolated(unsafe) let bases = Container()
func make(_ count: Int, _ type: Base.Type) {
    if count > 0 { make(count - 1, type) } else { _ = type.init() }
}
bases.register { Clock() }
make(12, Derived.self)
_ = try? bases.resolve(Clock.self)

struct Raw: RawRepresentable {
    var rawValue: Int
    init?(rawValue: Int) {
        raws.reset()
        self.rawValue = 1
    }
}
nonisolated(unsafe) let raws = Container()
func makeRaw<T: RawRepresentable>(_ type: T.Type) where T.RawValue == Int { _ = T(rawValue: 1) }
func far(_ count: Int) { if count > 0 { far(count - 1) } else { makeRaw(Raw.self) } }
raws.register { Clock() }
far(12)
_ = try? raws.resolve(Clock.self)
