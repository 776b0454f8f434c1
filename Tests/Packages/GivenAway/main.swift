// SPDX-License-Identifier: MIT

import Mortise
import Synchronization

final class Clock: Sendable {}

/// What keeps a container where the proof does not look.
let mailbox = Mutex<Container?>(nil)

func replace(_ slot: inout Container?, by app: Container) { slot = app }

let app = Container()
app.register { Clock() }
mailbox.withLock { $0 = app }
_ = try app.resolve(Clock.self)

// What the program itself passes `inout` is followed.
var slot: Container?
let second = Container()
second.register { Clock() }
replace(&slot, by: second)
_ = try second.resolve(Clock.self)

let third = Container()
third.register { Clock() }
mailbox.withLock { replace(&$0, by: third) }
_ = try third.resolve(Clock.self)
