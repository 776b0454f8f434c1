// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

final class Metrics: Sendable {}

struct Features: OptionSet {
    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    static let log = Features(rawValue: 1)
    static let metrics = Features(rawValue: 1 << 1)
    static let all: Features = [.log, .metrics]
}

/// It says itself what is in it.
struct Reversed: OptionSet {
    let rawValue: Int

    static let log = Reversed(rawValue: 1)

    func contains(_ member: Reversed) -> Bool { rawValue & member.rawValue == 0 }
}

/// It keeps nothing but the first option.
struct Single: OptionSet {
    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue & 1 }

    static let log = Single(rawValue: 1)
    static let metrics = Single(rawValue: 2)
}

func chosen() -> Features {
    var features: Features = []
    if CommandLine.arguments.contains("log") { features.insert(.log) }
    features.formUnion(.metrics)
    return features
}

func known() throws {
    let container = Container()
    if Features.all.contains(.log) { container.register { Log() } }
    _ = try container.resolve(Log.self)
    if Features.all.subtracting(.log).contains(.log) { container.register { Metrics() } }
    _ = try? container.resolve(Metrics.self)
}

func testedTwice() throws {
    let features = chosen()
    let container = Container()
    if features.contains(.log) { container.register { Log() } }
    if features.contains(.metrics) { container.register { Metrics() } }
    _ = try container.resolve(Metrics.self)
    if features.isSuperset(of: .all) { _ = try container.resolve(Log.self) }
    if features.isDisjoint(with: .log) { _ = try? container.resolve(Log.self) }
}

func changedBetween() {
    var features = chosen()
    let container = Container()
    if features.contains(.log) { container.register { Log() } }
    features.insert(.log)
    if features.contains(.log) { _ = try? container.resolve(Log.self) }
}

func ofANumber(_ number: Int) {
    let container = Container()
    if Features(rawValue: number).contains(.log) { container.register { Log() } }
    _ = try? container.resolve(Log.self)
}

func reversed() {
    let features: Reversed = [.log]
    let container = Container()
    if features.contains(.log) { container.register { Log() } }
    _ = try? container.resolve(Log.self)
}

func single() {
    let features: Single = [.metrics]
    let container = Container()
    if features.isSubset(of: .log) { container.register { Log() } }
    _ = try? container.resolve(Log.self)
}

try known()
try testedTwice()
changedBetween()
ofANumber(CommandLine.arguments.count)
reversed()
single()
