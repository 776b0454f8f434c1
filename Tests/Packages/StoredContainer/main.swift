// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

final class App {
    let container = Container()
    init() { container.register(.singleton) { Log() } }
    func show() throws { _ = try container.resolve(Log.self) }
    func draw() throws { _ = try container.resolve(Screen.self) }
}
