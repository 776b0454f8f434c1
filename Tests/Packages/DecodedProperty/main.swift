// SPDX-License-Identifier: MIT

import Foundation
import Mortise

final class Log: Sendable {}

struct Settings: Codable { var isTest: Bool }

let c = Container()
let standard = Settings(isTest: false)
if !standard.isTest { c.register { Log() } }
_ = try c.resolve(Log.self)

let other = Container()
let data = Data(#"{"isTest": true}"#.utf8)
let read = try JSONDecoder().decode(Settings.self, from: data)
if !read.isTest { other.register { Log() } }
_ = try other.resolve(Log.self)

struct Options: OptionSet {
    let rawValue: Int

    static let first = Options(rawValue: 1)
    static let second = Options(rawValue: 2)
}

func resolveBoth() {
    let options: Options = [.first, .second]
    let container = Container()
    if options.rawValue != 3 { container.register { Log() } }
    _ = try? container.resolve(Log.self)
    if options.rawValue == 3 { _ = try? container.resolve(Log.self) }
}
resolveBoth()
