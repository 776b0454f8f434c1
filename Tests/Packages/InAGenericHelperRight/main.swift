// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

func make<T>(_ type: T.Type, of container: Container) throws -> T { try container.resolve() }
let c = Container()
c.register(.singleton) { Log() }
_ = try make(Log.self, of: c)
