// SPDX-License-Identifier: MIT

import Mortise

@MainActor final class Model {}
let c = Container()
c.main.register { Model() }
func show() async throws {
    _ = try c.resolve(Model.self)
}
