// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

enum App {
    static let container = Container { $0.register(.singleton) { Log() } }
}
func show() throws { _ = try App.container.resolve(Log.self) }
func draw() throws { _ = try App.container.resolve(Screen.self) }
