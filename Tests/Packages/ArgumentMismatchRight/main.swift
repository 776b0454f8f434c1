// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

struct User: Sendable { let id: Int }
let c = Container {
    $0.register { (r: inout Resolver, id: Int) in User(id: id) }
}
_ = try c.resolve(User.self, arguments: 7)
