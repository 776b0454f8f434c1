// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
c.register(.scoped("page")) { Log() }
let lease = try c.leaseScope("page")
_ = try lease.scope.resolve(Log.self)
try await lease.close()
_ = try? lease.scope.resolve(Log.self)
