// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Part: Sendable {
    let container: Container
    let name: String
}

let container = Container()
let parts = [Part(container: container, name: "a")]
let containers = parts.map(\.container)
for one in containers { one.register { Log() } }
_ = try container.resolve(Log.self)
print(parts.map(\.name), parts.map(\.self).count)
