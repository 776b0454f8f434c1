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

// What a visit was given ends with it: no other visit asks that.
func visit() async throws {
    try await c.withScope("login") { try $0.resolve(Screen.self).show() }
}
for _ in 0..<2 { try await visit() }
try await c.close()
