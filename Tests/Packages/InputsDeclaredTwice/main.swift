// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class Missing: Sendable {}

extension ScopeName {
    static let request: ScopeName = "request"
    static let transaction: ScopeName = "transaction"
}

func nearerWithAFactory() throws {
    let c = Container()
    c.expects(Log.self, in: .request) { _ in Log() }
    let k = c.overriding {
        $0.expects(Log.self, in: .request) { r in
            _ = try r.resolve(Missing.self); return Log()
        }
    }
    _ = try k.openScope(.request).resolve(Log.self)
}

func firstWithAFactory() throws {
    let c = Container()
    c.expects(Log.self, in: .request)
    let a = Container { $0.expects(Log.self, in: .request) { _ in Log() } }
    let d = Container(sources: [a, c])
    _ = try d.openScope(.request).resolve(Log.self)
}

let all: [() throws -> Void] = [nearerWithAFactory, firstWithAFactory]
for one in all { do { try one() } catch { print(error) } }
