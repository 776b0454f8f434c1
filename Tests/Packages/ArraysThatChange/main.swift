// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let other = Container()
var all = Array(repeating: other, count: 1)
all.append(contentsOf: [other])
all.insert(c, at: 0)
all.remove(at: 0).register { Log() }
_ = try c.resolve(Log.self)

for name in ["file", "console"].sorted() { other.register(tag: name) { Log() } }
_ = try all[1].resolve(Log.self, tag: "file")
_ = try all[1].resolve(Log.self)
