// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
struct Recorded: API {}
final class Log: Sendable {}
struct Screen: Sendable {
    let api: any API
    let log: Log
}

// One of several implementations is selected: the first one until another one is.
let app = Container()
app.register(tag: "live") { Live() as any API }.selectable()
app.register { Screen(api: $0, log: $1) }
_ = try app.resolve((any API).self)
try app.select("live", for: (any API).self)
app.register { Log() }
_ = try app.resolve(Screen.self)

// Those that are installed together, also on the main actor.
let other = Container()
try other.install(implementationsOf: (any API).self, default: "recorded") {
    $0.register(tag: "live") { Live() as any API }
    $0.register(tag: "recorded") { Recorded() as any API }
}
_ = try await other.main.resolve((any API).self)

// Implementations beside those of a parent are selected only if they are asked for.
let child = Container(parent: other)
child.register(tag: "log") { (resolver: inout Resolver) in
    _ = try resolver.resolve(Log.self)
    return Live() as any API
}.selectable()
_ = try child.resolve((any API).self)
try child.select("log", for: (any API).self)
_ = try child.resolve((any API).self)
