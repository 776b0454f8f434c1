// SPDX-License-Identifier: MIT

import Mortise

struct User: Sendable {}
struct Trace: Sendable {}
struct Log: Sendable {}

let app = Container { $0.register { Log() } }
let child = Container(parent: app) {
    $0.expects(User?.self, in: "request")
    $0.expects(Trace.self, in: "request")
    $0.expects(Log.self, in: "request")
    $0.register { (resolver: inout Resolver, name: String) in User() }
}
// What may be left out is left out of a list, too.
_ = try child.resolveAll(User.self)
_ = try child.resolve(User?.self)
// What is expected does not hide a definition.
_ = try child.resolveAll(Log.self)
// Nothing else gives it, so it is missed.
_ = try child.resolveAll(Trace.self)
// A dictionary has it once, although the tag is expected as well.
child.expects(Log.self, in: "request", tag: "audit")
child.register(tag: "audit") { Log() }.contributing()
let byTag: [DefinitionTag: Log] = try child.resolve()
