// SPDX-License-Identifier: MIT

import Mortise

struct User: Sendable {}

struct Log: Sendable {}

struct Trace: Sendable {}

struct Metrics: Sendable {}

final class Reader: Sendable {
    let user: LazyResolved<User>
    init(_ container: Container) { user = LazyResolved(in: container) }
}

/// A factory opens a scope, which needs its input.
func opens() throws {
    let container = Container()
    container.expects(User.self, in: "request")
    container.register {
        _ = try container.openScope("request")
        return Log()
    }
    container.register {
        _ = try container.openScope("request") { $0.provide(User()) }
        return Trace()
    }
    container.register {
        _ = try? container.openScope("request")
        return Metrics()
    }
    _ = try? container.resolve(Log.self)
    _ = try container.resolve(Trace.self)
    _ = try container.resolve(Metrics.self)
}

/// A factory asks the container that it captured for a type by its value.
func asksDynamically() throws {
    let container = Container()
    container.register {
        _ = try container.resolve(dynamically: User.self)
        return Log()
    }
    _ = try container.resolve(Log.self)
}

/// A factory reads what is resolved when it is read; only to make the reader asks for nothing.
func reads() throws {
    let container = Container()
    container.register {
        _ = try Reader(container).user.get()
        return Log()
    }
    container.register(.singleton) { Reader(container) }
    _ = try container.resolve(Reader.self)
    _ = try container.resolve(Log.self)
}

try opens()
try? asksDynamically()
try? reads()
