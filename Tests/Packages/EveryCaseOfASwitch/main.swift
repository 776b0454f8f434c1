// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

enum Kind { case file, console }
func run(_ kind: Kind) throws {
    let c = Container()
    switch kind {
    case .file: c.register(.singleton) { Log() }
    case .console: c.register { Log() }
    }
    _ = try c.resolve(Log.self)
}
