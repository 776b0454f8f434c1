// SPDX-License-Identifier: MIT

import Mortise

protocol Face: Sendable {}
final class Log: Sendable {}
struct Plain: Face {}
struct Broken: Face { let log: Log }

let empty = Container { $0.declaresCollection(of: (any Face).self) }
_ = try empty.resolve([any Face].self)
_ = try empty.resolve([DefinitionTag: any Face].self)

let broken = Container {
    $0.declaresCollection(of: (any Face).self)
    $0.register { Broken(log: try $0.resolve()) as any Face }.contributing()
}
if CommandLine.arguments.count > 1 { _ = try broken.resolve([any Face].self) }

let scoped = Container {
    $0.declaresCollection(of: (any Face).self)
    $0.register(.scoped("deep")) { Plain() as any Face }
}
if CommandLine.arguments.count > 1 { _ = try scoped.resolve([any Face].self) }
