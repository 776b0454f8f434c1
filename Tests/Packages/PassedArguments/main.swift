// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class Missing: Sendable {}
struct Report: Sendable { let log: Log }

func toWhatIsSelected() throws {
    let c = Container()
    c.register(tag: "a") { (s: Log) in Report(log: s) }.selectable()
    _ = try c.resolve(Report.self, arguments: Log())
}

func toWhatIsDecorated() throws {
    let c = Container()
    c.register { (s: Log) in Report(log: s) }
    c.decorate(Report.self) { w, r in
        _ = try r.resolve(Missing.self)
        return w
    }
    _ = try c.resolve(Report.self, arguments: Log())
}

let all: [() throws -> Void] = [toWhatIsSelected, toWhatIsDecorated]
for one in all { do { try one() } catch { print(error) } }
