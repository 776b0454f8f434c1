// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

struct Screen: Sendable {
    let log: Log
}

func run() throws {
    let app = Container { $0.register { Screen(log: $0) } }
    do {
        let logs = Container { $0.register { Log() } }
        app.link(with: logs)
        _ = try app.resolve(Screen.self)
    }
    _ = try app.resolve(Screen.self)
}

try run()
