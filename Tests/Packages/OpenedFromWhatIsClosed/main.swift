// SPDX-License-Identifier: MIT

import Mortise

final class Clock: Sendable {}
final class Log: Sendable {}

let app = Container()
app.register { Clock() }
let early = app.overriding()
try await app.close()

// What is opened from a closed container is closed: registering has no effect.
let late = app.overriding()
late.register(tag: "quiet") { Log() }.selectable()
_ = try? late.select("quiet", for: Log.self)

// What was opened before is closed with it.
early.register { Log() }
_ = try? early.resolve(Log.self)

// It may be closed.
let second = Container()
second.register { Clock() }
if CommandLine.arguments.count > 2 { try await second.close() }
let third = second.overriding()
third.register { Log() }
_ = try? third.resolve(Log.self)
