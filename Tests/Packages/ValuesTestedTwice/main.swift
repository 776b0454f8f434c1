// SPDX-License-Identifier: MIT

import Foundation
import Mortise

// What is not known is told apart where it comes from: all tests of it turn out alike.

final class Log: Sendable {}

final class Disk: Sendable {}

enum Mode { case live, demo(Int), test }

enum Stage: String { case test, staging, live }

struct Settings {
    let mode: Mode
    let cache: URL?
}

func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

func mode() -> Mode? { environment("MODE").map { .demo($0.count) } }

func optional() throws {
    let level = environment("LEVEL")
    let container = Container()
    if level != nil { container.register { Log() } }
    if let level { _ = (level, try container.resolve(Log.self)) }
    guard level == nil else { return }
    _ = try? container.resolve(Log.self)
}

func cast(_ values: [Any]) throws {
    let log = values.last as? Log
    let container = Container()
    if log == nil { container.register { Log() } }
    if let log { container.register { log } }
    _ = try container.resolve(Log.self)
}

func tried() throws {
    let text = try? String(contentsOfFile: "settings", encoding: .utf8)
    let container = Container()
    if text != nil { container.register { Log() } }
    if text != nil { _ = try container.resolve(Log.self) }
}

func parameters(_ mode: Mode, _ cache: URL?, isLogging: Bool) throws {
    let container = Container()
    switch mode {
    case .live, .demo: container.register { Disk() }
    case .test: break
    }
    if case .demo(let number) = mode { _ = (number, try container.resolve(Disk.self)) }
    if case .test = mode { container.register { Disk() } }
    _ = try container.resolve(Disk.self)
    if isLogging || cache != nil { container.register { Log() } }
    if let cache { _ = (cache, try container.resolve(Log.self)) }
    if isLogging { _ = try container.resolve(Log.self) }
    if !isLogging { _ = try? container.resolve(Log.self) }
}

func structure(_ settings: Settings) throws {
    let container = Container()
    if settings.cache != nil { container.register { Disk() } }
    if case .test = settings.mode { container.register { Log() } }
    if let cache = settings.cache { _ = (cache, try container.resolve(Disk.self)) }
    if case .test = settings.mode { _ = try container.resolve(Log.self) }
    if case .live = settings.mode { _ = try? container.resolve(Log.self) }
}

// Two evaluations may turn out otherwise.
func evaluatedTwice() {
    let container = Container()
    if environment("LEVEL") != nil { container.register { Log() } }
    if environment("LEVEL") != nil { _ = try? container.resolve(Log.self) }
}

func anotherValue(_ mode: Mode) {
    let container = Container()
    if case .demo(let number) = mode, number > 3 { container.register { Log() } }
    if case .demo(let number) = mode, number > 2 { _ = try? container.resolve(Log.self) }
}

func changed(_ settings: Settings, _ others: [Settings]) {
    var settings = settings
    let container = Container()
    if settings.cache != nil { container.register { Disk() } }
    if let other = others.last { settings = other }
    if settings.cache != nil { _ = try? container.resolve(Disk.self) }
}

func eachRound(_ names: [String]) {
    let container = Container()
    for name in names {
        let value = environment(name)
        if value != nil { container.register { Log() } }
        if value == nil { _ = try? container.resolve(Log.self) }
    }
}

// It may be the one that is known, or another one.
func mayBeAnother(_ values: [Any], isOwn: Bool) {
    let own = Container()
    let log = own.register { Log() }
    let other = values.last as? Container
    let one = isOwn ? own : other
    if let one { one.remove(log) }
    _ = try? own.resolve(Log.self)
}

func instead() throws {
    let level = environment("LEVEL")
    let container = Container()
    let isOn = level.map { $0 == "on" } ?? false
    if level != nil { container.register { Log() } }
    if isOn { _ = try container.resolve(Log.self) }
    if !isOn { _ = try? container.resolve(Log.self) }
}

func oneOfThree() throws {
    let stage = Stage(rawValue: environment("STAGE") ?? "test") ?? .test
    let container = Container()
    if stage == .live { container.register { Log() } }
    if stage != .test { container.register { Disk() } }
    if stage == .live { _ = (try container.resolve(Log.self), try container.resolve(Disk.self)) }
    if stage == .staging { _ = try? container.resolve(Log.self) }
}

func ofOptionals(_ values: [String?]) {
    let container = Container()
    if let value = values.last { if value != nil { container.register { Log() } } }
    if let value = values.last { if value != nil { _ = try? container.resolve(Log.self) } }
}

try optional()
try cast([])
try tried()
try instead()
try oneOfThree()
try parameters(mode() ?? .live, URL(string: "cache"), isLogging: true)
try structure(Settings(mode: mode() ?? .test, cache: URL(string: "cache")))
evaluatedTwice()
anotherValue(mode() ?? .live)
