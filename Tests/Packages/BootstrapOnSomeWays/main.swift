// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class Missing: Sendable {}

let app = Container()
app.register(.eagerSingleton) { Log() }
var chosen = app
if CommandLine.arguments.count > 1 { chosen = Container() }

// What is around the scope decides whether it decorates an eager singleton.
let scope = try chosen.openScope("page")
scope.decorate(Log.self) { original, resolver in
    _ = try resolver.resolve(Missing.self)
    return original
}
try? scope.bootstrap()
