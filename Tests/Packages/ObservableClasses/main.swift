// SPDX-License-Identifier: MIT

import Mortise
import Observation

// What `@Observable` writes reads and sets the property behind.

final class A: Sendable {}

@Observable final class Session {
    var container: Container?

    func start() { container = Container { $0.register { A() } } }

    func use() throws -> A? { try container?.resolve(A.self) }
}
let session = Session()
session.start()
_ = try session.use()

@Observable final class Model {
    var container = Container()
    var count = 0
}
let model = Model()
model.count += 1
model.container.register { A() }
_ = try model.container.resolve(A.self)
let other = Model()
_ = try? other.container.resolve(A.self)
