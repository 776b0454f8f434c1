// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
final class Live: API {}
final class Other: API {}

let c = Container()
c.register { Live() }.implements((any API).self) { $0 }
c.register { Other() as any API }.contributing()
c.decorate(Live.self) { _, resolver in try resolver.resolve(Live.self) }
_ = try c.resolve((any API).self)
_ = try c.resolve(Live.self)
