// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
struct Recorded: API {}
final class Log: Sendable {}
struct Clock: Sendable {}

struct Recording: Module {
    func register(in container: Container) {
        container.register { Recorded() as any API }
        container.register { Log() }
    }
}

struct Waiting: Module {
    var requires: [any Module] { [Recording()] }
    func register(in container: Container) { container.register { Clock() } }
}

let app = Container()
app.register { Live() as any API }
app.install(Recording())
_ = try app.resolve(Log.self)
app.uninstall(Recording())
// What it has replaced is back.
_ = try app.resolve((any API).self)
_ = try? app.resolve(Log.self)
app.install(Recording())
_ = try app.resolve(Log.self)

// A module that is needed stays, and what only it needs goes: not read.
let other = Container()
other.install(Waiting())
other.uninstall(Waiting())
_ = try other.resolve(Log.self)
