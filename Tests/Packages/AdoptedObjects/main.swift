// SPDX-License-Identifier: MIT

import Mortise

struct Log: Sendable {}
struct Clock: Sendable {}
final class Screen {
    @Injected(required: true) var log: Log?
}
final class Page: Sendable {
    let clock: Clock
    init(clock: Clock) { self.clock = clock }
}

let app = Container()
app.register { Log() }
// Its type must be registered, although no factory runs.
try? app.adopt(Screen())
app.register { Screen() }
try app.adopt(Screen())

app.register(.singleton) { Page(clock: $0) }
try app.adopt(keeping: Page(clock: Clock()))
try? app.adopt(keeping: Page(clock: Clock()))

let other = Container()
other.register { Screen() }
try other.adopt(Screen())
