// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

func make<T>(_ type: T.Type, of container: Container) throws -> T { try container.resolve() }
let c = Container()
_ = try make(Log.self, of: c)
