// SPDX-License-Identifier: MIT

import Mortise

struct User: Sendable {}
struct Trace: Sendable {}

let app = Container {
    $0.expects(User.self, in: "request")
    $0.expects(Trace?.self, in: "request")
}
// What fits: the value, a definition of the scope, or one of a container between.
_ = try app.openScope("request") { $0.provide(User()) }
_ = try app.openScope("request") { $0.register { User() } }
let between = Container(parent: app) { $0.register { User() } }
_ = try between.openScope("request") { $0.provide(Trace()) }

// What does not.
_ = try? app.openScope("request") {
    $0.provide(User())
    $0.provide(7)
}
_ = try? app.openScope("request") {
    $0.provide(User())
    $0.provide(User())
}
_ = try? app.openScope("other") { $0.provide(User()) }
let request = try app.openScope("request") { $0.provide(User()) }
// A scope inside another one of its name has its own inputs.
_ = try? request.openScope("request")

// A value that may be missing.
let user = CommandLine.arguments.isEmpty ? User() : nil
_ = try? app.openScope("request") { $0.provide(user) }

// What a closed container opens is closed, and not checked.
try await app.close()
_ = try app.openScope("request")
