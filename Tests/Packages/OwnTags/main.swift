// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

enum Kind: TagConvertible {
    case file, console

    var tag: DefinitionTag {
        switch self {
        case .file: "file"
        case .console: .text("console")
        }
    }
}

struct Numbered: TagConvertible {
    var number: Int
    var tag: DefinitionTag { .number(number) }
}

let c = Container()
c.register(tag: Kind.file) { Log() }
c.register(tag: Numbered(number: 1)) { Log() }
_ = try c.resolve(Log.self, tag: "file")
_ = try c.resolve(Log.self, tag: 1)
_ = try c.resolve(Log.self, tag: Kind.console)
