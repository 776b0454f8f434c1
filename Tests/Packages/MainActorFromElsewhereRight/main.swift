// SPDX-License-Identifier: MIT

import Mortise

@MainActor final class Model {}
let c = Container()
c.main.register { Model() }
func show() async throws {
    _ = try await c.main.resolve(Model.self)
}
