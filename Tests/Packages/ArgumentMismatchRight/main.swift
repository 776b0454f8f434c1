// SPDX-License-Identifier: MIT

import Mortise

struct User: Sendable { let id: Int }
let c = Container {
    $0.register { (r: inout Resolver, id: Int) in User(id: id) }
}
_ = try c.resolve(User.self, arguments: 7)
