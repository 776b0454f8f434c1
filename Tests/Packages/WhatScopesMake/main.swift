// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct User: Sendable {}
struct Clock: Sendable {}
final class Handler: Sendable {}

// Each scope makes its own log unless it gets another one.
let app = Container {
    $0.expects(User.self, in: "request")
    $0.expects(Log.self, in: "request") { resolver in
        _ = try resolver.resolve(User.self)
        return Log()
    }
    $0.expects(Log.self, in: "job") { resolver in
        _ = try resolver.resolve(Clock.self)
        return Log()
    }
    // A step for scopes.
    $0.register { Handler() }.injecting(in: "request") { resolver, _ in
        _ = try resolver.resolve(User.self)
    }
}
let request = try app.openScope("request") { $0.provide(User()) }
_ = try request.resolve(Log.self)
_ = try request.resolve(Handler.self)
_ = try app.resolve(Handler.self)
_ = try? app.resolve(Log.self)

let job = try app.openScope("job")
_ = try? job.resolve(Log.self)
let other = try app.openScope("job") { $0.register { Log() } }
_ = try other.resolve(Log.self)
let inner = try job.openScope("request") { $0.provide(User()) }
_ = try? inner.resolve(Log.self)
