// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

@MainActor final class Delegate {
    private let container = Container()
    @MainActor private var log: Log?

    func didLaunch() { container.register { Log() } }
    func show() throws { log = try container.resolve() }
}

let delegate = Delegate()
delegate.didLaunch()
try delegate.show()
