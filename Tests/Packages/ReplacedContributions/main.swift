// SPDX-License-Identifier: MIT

import Mortise

protocol Plugin: Sendable {}
final class Log: Sendable {}
struct Old: Plugin { let log: Log }
struct New: Plugin {}

let c = Container {
    $0.register { Old(log: try $0.resolve()) as any Plugin }.contributing()
    $0.register { New() as any Plugin }.contributing().replacing(.sameParameters)
}
_ = try c.resolve([any Plugin].self)
