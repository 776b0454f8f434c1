// SPDX-License-Identifier: MIT

import Mortise

final class Lamp: Sendable {}

/// Its method comes first in the file, and is called by code that is not read.
final class Emptier: TextOutputStream {
    let app: Container
    init(_ app: Container) { self.app = app }
    func write(_ text: String) { if text == "empty" { app.reset() } }
}

func lit() -> Container {
    let app = Container()
    app.register { Lamp() }
    return app
}

/// What it makes is known only when all is read that begins by itself.
func printed() throws {
    let app = lit()
    var emptier = Emptier(app)
    print("empty", to: &emptier)
    _ = try app.resolve(Lamp.self)
}

func none() {}

/// There are more than are told apart.
func several() throws {
    let emptiers = [
        Emptier(lit()), Emptier(lit()), Emptier(lit()), Emptier(lit()), Emptier(lit()),
        Emptier(lit()), Emptier(lit()), Emptier(lit()),
    ]
    let app = lit()
    var last = Emptier(app)
    print("empty", to: &last)
    _ = try app.resolve(Lamp.self)
    print(emptiers.count)
}

let all = [none, none, none, none, none, none, none, none, none]
for one in all { one() }
let some = [
    printed, several, none, none, none, none, none, none, none, none,
]
for one in some { try? one() }
