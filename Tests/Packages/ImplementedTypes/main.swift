// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}

final class Disk: API {}
let c = Container {
    $0.register(.singleton) { Disk() }.implements((any API).self) { $0 }
}
_ = try c.resolve((any API).self)
