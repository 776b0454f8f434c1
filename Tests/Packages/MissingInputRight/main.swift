// SPDX-License-Identifier: MIT

import Mortise

struct User: Sendable {}
let c = Container {
    $0.expects(User.self, in: "login")
}
let scope = try c.openScope("login") { $0.provide(User()) }
_ = try scope.resolve(User.self)
