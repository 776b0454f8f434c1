// SPDX-License-Identifier: MIT

import Mortise

protocol Face: Sendable {}
final class Log: Face {}
final class Other: Face {}

// An install that fails leaves nothing, so what is registered then is none of several implementations.
let c = Container()
try? c.install(implementationsOf: (any Face).self, default: "y") {
    $0.register(tag: "x") { Log() as any Face }
}
c.register(tag: "x") { Other() as any Face }
_ = try? c.resolve((any Face).self)
