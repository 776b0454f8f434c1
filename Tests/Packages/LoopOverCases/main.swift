// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

enum Choice {
    case none
    case tagged(String)
}

let c = Container()
let choice: Choice = CommandLine.arguments.count > 1 ? .tagged("x") : .none
for case .tagged(let text) in [choice, .tagged("y")] { c.register(tag: text) { Log() } }
_ = try c.resolve(Log.self, tag: "y")
_ = try c.resolve(Log.self, tag: "x")
