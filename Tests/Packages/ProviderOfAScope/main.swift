// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

final class Screen: Sendable {
    private let makeLog: Provider<Log>

    init(makeLog: Provider<Log>) { self.makeLog = makeLog }

    func show() throws { _ = try makeLog() }
}

let c = Container(name: "app")
c.register(.scoped("login")) { Log() }
c.register(.scoped("login"), autowiring: Screen.init)
let login = try c.openScope("login")
try login.resolve(Screen.self).show()
try await login.close()
try await c.close()
