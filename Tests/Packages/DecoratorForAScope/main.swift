// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}

struct Live: API {}

struct Traced: API {
    let original: any API
    let id: String
}

let app = Container()
app.register(.singleton) { Live() as any API }
app.expects(String.self, in: "request")
app.decorate((any API).self, in: "request") { original, resolver in
    Traced(original: original, id: try resolver.resolve())
}
let request = try app.openScope("request") { $0.provide("r1") }
_ = try request.resolve((any API).self)
_ = try app.resolve((any API).self)
