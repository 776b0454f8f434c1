// SPDX-License-Identifier: MIT

import Mortise

struct User: Sendable { let id: Int }
struct Profile: Sendable { let user: User }
let c = Container {
    $0.register { (r: inout Resolver, id: Int) in User(id: id) }
    $0.register { r in Profile(user: try r.resolve(arguments: 7)) }
}
_ = try c.resolve(Profile.self)
