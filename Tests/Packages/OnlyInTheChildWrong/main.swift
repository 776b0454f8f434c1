// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let parent = Container {
    $0.register(.singleton) { Screen(log: $0) }
}
let child = Container(parent: parent) {
    $0.register(.singleton) { Log() }
}
_ = try child.resolve(Screen.self)
