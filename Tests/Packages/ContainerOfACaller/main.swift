// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

func show(_ container: Container) throws {
    _ = try container.resolve(Log.self)
}
