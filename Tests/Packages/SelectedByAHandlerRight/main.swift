// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
struct Test: API { var log = 0 }
enum Which: String, TagConvertible { case live, test }
struct Handler: Sendable { let select: @Sendable (String) throws -> Void }

// Whoever calls it, a handler may select either of them.
func serve() throws {
    let app = Container()
    app.register(.singleton, tag: Which.live) { Live() as any API }.selectable()
    app.register(.singleton, tag: Which.test) { Test() as any API }.selectable()
    app.register(.singleton) { [unowned app] in
        Handler { name in
            guard let which = Which(rawValue: name) else { return }
            try app.select(which, for: (any API).self)
        }
    }
    _ = try app.resolve(Handler.self)
    _ = try app.resolve((any API).self)
}

func answer(_ name: String, with handler: Handler) throws { try handler.select(name) }
