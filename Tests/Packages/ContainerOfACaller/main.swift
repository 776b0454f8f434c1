// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

func show(_ container: Container) throws {
    _ = try container.resolve(Log.self)
}
