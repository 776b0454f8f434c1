// SPDX-License-Identifier: MIT

import Mortise

protocol Log: AnyObject, Sendable {}
final class Plain: Log {}

final class Wrapper: Log {
    let inner: any Log

    init(_ inner: any Log) { self.inner = inner }
}

final class Missing: Sendable {}

extension ScopeName {
    static let request: ScopeName = "request"
    static let transaction: ScopeName = "transaction"
}

// The scope inside keeps what it made, decorated.
func inside() throws {
    let container = Container()
    container.register(.scoped(.transaction)) { Plain() as any Log }
    container.decorate((any Log).self, in: .request) { log, _ in Wrapper(log) }
    let request = try container.openScope(.request)
    let first = try request.openScope(.transaction)
    let other = try request.openScope(.transaction)
    let log: any Log = try first.resolve()
    let again: any Log = try first.resolve()
    let another: any Log = try other.resolve()
    print(log === again, log !== another, log is Wrapper)
}

func insideAndMissing() {
    let container = Container()
    container.register(.scoped(.transaction)) { Plain() as any Log }
    container.decorate((any Log).self, in: .request) { log, resolver in
        _ = try resolver.resolve(Missing.self)
        return log
    }
    _ = try? container.openScope(.request).openScope(.transaction).resolve((any Log).self)
}

func outside() throws {
    let container = Container()
    container.register(.scoped(.request)) { Plain() as any Log }
    container.decorate((any Log).self, in: .transaction) { log, _ in Wrapper(log) }
    let scope = try container.openScope(.request).openScope(.transaction)
    _ = try scope.resolve((any Log).self)
}

// What contributions make has no decorator.
func lists() throws {
    let container = Container()
    container.register { Plain() }.contributing()
    container.decorate([Plain].self) { list, resolver in
        _ = try resolver.resolve(Missing.self)
        return list
    }
    _ = try container.resolve([Plain].self)
}

try inside()
insideAndMissing()
try outside()
try lists()
