// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class Missing: Sendable {}
struct Report: Sendable { let log: Log }

extension ScopeName {
    static let request: ScopeName = "request"
    static let transaction: ScopeName = "transaction"
}

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

func insteadOfACaptive() throws {
    let c = Container()
    c.register(.singleton) { (n: Int) in Report(log: Log()) }
    c.register(.scoped(.request)) { 1 }
    _ = try c.openScope(.request).resolve(Report.self, arguments: 1)
}

func toWhatIsWiredByReference() throws {
    let c = Container()
    c.register(autowiring: Report.init(log:)).injectingProperties(true)
    _ = try c.resolve(Report.self, arguments: Log())
}

let all: [() throws -> Void] = [
    toWhatIsSelected, toWhatIsDecorated, insteadOfACaptive, toWhatIsWiredByReference,
]
for one in all { do { try one() } catch { print(error) } }
