// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
let c = Container()
if CommandLine.arguments.count > 1 {
    _ = ("👩‍🚀 漢字 é", try c.resolve(Log.self))
}
