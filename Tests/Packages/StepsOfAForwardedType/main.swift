// SPDX-License-Identifier: MIT

import Mortise

protocol Face: AnyObject, Sendable {}
final class Log: Face {}
final class Missing: Sendable {}

let c = Container()
c.register { Log() }
    .forwarding(to: (any Face).self) { $0 }
    .injecting { resolver, _ in _ = try resolver.resolve(Missing.self) }
_ = try c.resolve(Log.self)
_ = try? c.resolve((any Face).self)
