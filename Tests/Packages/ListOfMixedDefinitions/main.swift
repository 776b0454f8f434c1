// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
final class Live: API {}
@MainActor final class Shown: API {}

let c = Container()
c.register { Live() as any API }.contributing()
c.main.register { Shown() as any API }
_ = try c.resolveAll((any API).self)
_ = try c.resolve((any API).self)
