// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

final class Clock: Sendable {}

struct Settings {
    let features: Set<String>

    func has(_ feature: String) -> Bool { features.contains(feature) }
}

/// All are equal.
struct Alike: Hashable {
    let name: String

    static func == (first: Alike, second: Alike) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

func known() throws {
    let settings = Settings(features: ["log", "clock"])
    let container = Container()
    if settings.has("log") { container.register { Log() } }
    if !settings.has("other") { container.register { Clock() } }
    _ = try container.resolve(Log.self)
    _ = try container.resolve(Clock.self)
}

func inAnyOrder() throws {
    let features: Set = ["log", "clock"]
    let container = Container()
    for feature in features where feature == "log" { container.register { Log() } }
    _ = try container.resolve(Log.self)
    if features.first == "log" { container.register { Clock() } }
    _ = try? container.resolve(Clock.self)
}

func compared() {
    let features: Set = ["log", "clock"]
    let others: Set = ["clock", "log"]
    let container = Container()
    if features != others { container.register { Log() } }
    _ = try? container.resolve(Log.self)
}

func equal(_ name: String) {
    let container = Container()
    let features: Set = ["log", name]
    if features.count == 2 { container.register { Log() } }
    _ = try? container.resolve(Log.self)
    let alike: Set = [Alike(name: "log"), Alike(name: "clock")]
    if alike.count == 2 { container.register { Clock() } }
    _ = try? container.resolve(Clock.self)
}

func changed() {
    var features: Set = ["log"]
    let container = Container()
    features.remove("log")
    if features.contains("log") { container.register { Log() } }
    _ = try? container.resolve(Log.self)
    features.insert("clock")
    if features.contains("clock") { container.register { Clock() } }
    _ = try? container.resolve(Clock.self)
}

try known()
try inAnyOrder()
compared()
equal(CommandLine.arguments[0])
changed()
