// SPDX-License-Identifier: MIT

import Mortise

enum Area: Hashable {
    case shop, stock
    case support(ticket: Int)
}

struct Loose: Hashable {
    let text: String
    static func == (first: Loose, second: Loose) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

final class Log: Sendable {}

let app = Container { $0.register { Log() } }
let areas = NamedContainers<Area>()
areas[.shop].register { "the shop" }
_ = try areas[.shop].resolve(String.self)
// Each is isolated, unless it falls back.
_ = try? areas[.shop].resolve(Log.self)
_ = try areas.open(.support(ticket: 1), fallingBackTo: app).resolve(Log.self)
_ = try? areas[.support(ticket: 2)].resolve(Log.self)
// It exists, so what it would fall back to does not count.
_ = try? areas.open(.shop, fallingBackTo: app).resolve(Log.self)
_ = try areas.existing(.shop)?.resolve(String.self)
_ = try areas.existing(.stock)?.resolve(String.self)

// What was removed is empty, and so is the next one of its name.
let shop = areas[.shop]
areas.remove(.shop)
_ = try? shop.resolve(String.self)
_ = try? areas[.shop].resolve(String.self)

// A condition decides whether it exists.
if CommandLine.arguments.count > 1 { areas[.stock].register { 42 } }
_ = try? areas[.stock].resolve(Int.self)

// Code that runs later registers in one.
let later = Task {
    areas[.support(ticket: 3)].register { 42 }
    return
}
await later.value
_ = try? areas[.support(ticket: 3)].resolve(Int.self)

// Other names have nothing to do with these.
let texts = NamedContainers<String>()
_ = try? texts["shop"].resolve(Int.self)

// A provider does not keep a container that is not there any more.
func provider() -> Provider<Int> {
    let local = NamedContainers<Area>()
    local[.shop].register { 42 }
    return local[.shop].provider(of: Int.self)
}
_ = try? provider()()

// Names that the program compares itself may be one.
let own = NamedContainers<Loose>()
own[Loose(text: "a")].register { 42 }
_ = try own[Loose(text: "b")].resolve(Int.self)

// As many as there are arguments.
for _ in CommandLine.arguments {
    let some = NamedContainers<Area>()
    some[.shop].register { 42 }
    _ = try some[.shop].resolve(Int.self)
    _ = try? some[.stock].resolve(Int.self)
}
