// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct User: Sendable {}

let app = Container()
app.register { Log() }
app.expects(User.self, in: "request")
let child = Container(parent: app)
try await app.close()

// What may be missing may be missing now; what a scope expects is forgotten.
_ = try child.resolve(Log?.self)
_ = try app.resolveAll(Log.self)
_ = try app.openScope("request")
_ = try app.resolve(Log.self)
