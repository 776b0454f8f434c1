// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

extension OptionSet {
    func isSuperset(of other: Self) -> Bool { false }
}

struct Features: OptionSet {
    let rawValue: Int

    static let log = Features(rawValue: 1)
    static let metrics = Features(rawValue: 2)
}

/// What asks for a superset calls the extension.
func contained() throws {
    let container = Container()
    let features: Features = [.log, .metrics]
    if features.contains(.log) { container.register { Log() } }
    _ = try container.resolve(Log.self)
}

let values: [String: Int?] = ["log": nil]

/// There is a value, which is `nil`.
func missing() throws {
    let container = Container()
    if values["log", default: 1] == 1 { container.register { Log() } }
    _ = try container.resolve(Log.self)
}

try contained()
try missing()
