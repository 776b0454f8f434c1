// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

struct Box {
    private let c: Container

    init(_ c: Container) { self.c = c }
}

func empty(_ value: Any) {
    for child in Mirror(reflecting: value).children { (child.value as? Container)?.reset() }
}

let c = Container()
c.register { Log() }
empty(Box(c))
_ = try c.resolve(Log.self)
