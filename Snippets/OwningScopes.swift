// SPDX-License-Identifier: MIT

// Scopes that own their instances, and close them.

import Mortise
import Synchronization

// snippet.name
extension ScopeName {
    static let request: ScopeName = "request"
}
// snippet.end

// snippet.open
final class Transaction: Sendable {}

final class Orders: Sendable {
    let transaction: Transaction
    init(transaction: Transaction) { self.transaction = transaction }
}

let app = Container(name: "app") {
    $0.register(.scoped(.request)) { Transaction() }
    $0.register(.scoped(.request)) { Orders(transaction: $0) }
}

let request = try app.openScope(.request)
let orders: Orders = try request.resolve()
print(try request.resolve(Transaction.self) === orders.transaction)  // true: one for the request

let other = try app.openScope(.request)
print(try other.resolve(Transaction.self) === orders.transaction)  // false: another request

try await request.close()
try await other.close()
// snippet.end
check(request.isClosed)

// snippet.with
let isFresh = try await app.withScope(.request) { request in
    try request.resolve(Orders.self) !== orders
}
// snippet.end
check(isFresh)

// snippet.own
struct User: Sendable { let name: String }

final class Greeting: Sendable {
    let user: User
    init(user: User) { self.user = user }
}

let greeter = Container {
    $0.expects(User.self, in: .request)
    $0.register(.scoped(.request)) { Greeting(user: $0) }
}

let visit = try greeter.openScope(.request) { $0.provide(User(name: "Ada")) }
print(try visit.resolve(Greeting.self).user.name)  // Ada
// snippet.end
check(try visit.resolve(Greeting.self).user.name == "Ada")

// snippet.with-inputs
func inRequest<Result: Sendable>(
    of user: User,
    _ body: (Container) async throws -> Result
) async throws -> Result {
    try await greeter.withScope(.request, providing: { $0.provide(user) }, body)
}

let greeted = try await inRequest(of: User(name: "Bob")) { request in
    try request.resolve(Greeting.self).user.name
}
print(greeted)  // Bob
// snippet.end
check(greeted == "Bob")

// snippet.default
let site = Container {
    $0.register { User(name: "guest") }
    $0.expects(User.self, in: .request)
}
let member = try site.openScope(.request) { $0.provide(User(name: "Ada")) }

print(try site.resolve(User.self).name)  // guest
print(try member.resolve(User.self).name)  // Ada
// snippet.end
check(try site.resolve(User.self).name == "guest")
check(try member.resolve(User.self).name == "Ada")

// snippet.own
site.expects(Greeting.self, in: .request) { resolver in
    Greeting(user: try resolver.resolve())
}
let visitor = try site.openScope(.request) { $0.provide(User(name: "Eve")) }

print(try visitor.resolve(Greeting.self).user.name)  // Eve
// snippet.end
check(try visitor.resolve(Greeting.self).user.name == "Eve")

// snippet.lease
final class Response: Sendable {
    let lease: ScopeLease
    init(lease: ScopeLease) { self.lease = lease }
}

func respond() throws -> Response {
    Response(lease: try app.leaseScope(.request))  // Closed when the response is released.
}

let response = try respond()
let streamed: Orders = try response.lease.scope.resolve()
try await response.lease.close()  // Or now.
// snippet.end
check(response.lease.scope.isClosed)
withExtendedLifetime(streamed) {}

let closed = Mutex<[String]>([])

// snippet.close
final class Connection: Closable, Sendable {
    func close() throws { closed.withLock { $0.append("connection") } }
}

actor Uploads: AsyncClosable {
    let connection: Connection
    init(connection: Connection) { self.connection = connection }

    func close() async throws { closed.withLock { $0.append("uploads") } }
}

final class Lock: Sendable {
    func unlock() { closed.withLock { $0.append("lock") } }
}

let uploading = Container {
    $0.register(.scoped(.request)) { Connection() }
    $0.register(.scoped(.request)) { Uploads(connection: $0) }
    $0.register(.scoped(.request)) { Lock() }.onClose { $0.unlock() }
}

try await uploading.withScope(.request) { request in
    _ = try request.resolve(Uploads.self)  // Its connection is finished first.
    _ = try request.resolve(Lock.self)
}
print(closed.withLock(\.self))  // ["lock", "uploads", "connection"]
// snippet.end
check(closed.withLock(\.self) == ["lock", "uploads", "connection"])

do {
    // snippet.errors
    struct NoReply: Error {}

    let server = Container(name: "server") {
        $0.register(.singleton) { Lock() }.onClose { _ in throw NoReply() }
        $0.register(.singleton) { Connection() }
    }
    _ = try server.resolve(Lock.self)
    _ = try server.resolve(Connection.self)

    do {
        try await server.close(deadline: .seconds(10))
    } catch {
        for failure in error.failures { print(failure.container, failure.key, failure.error) }
        print(error.unfinished)  // []: nothing was left when the time was over
    }
    print(server.isClosed)  // true, whatever was thrown
    // snippet.end
    check(server.isClosed)
}

do {
    // snippet.captive
    final class Audit: Sendable {
        func note(_ orders: Orders) { print("ordered") }
    }

    let app = Container {
        $0.register(.scoped(.request)) { Transaction() }
        $0.register(.scoped(.request)) { Orders(transaction: $0) }
        $0.register(.singleton) { Audit() }  // Gets the orders as an argument, and holds none.
    }

    try await app.withScope(.request) { request in
        try app.resolve(Audit.self).note(request.resolve())
    }
    // snippet.end
    check(app.validate().findings.isEmpty)
}

do {
    // snippet.residents
    let app = Container { $0.register(.scoped(.request)) { Transaction() } }
    let request = try app.openScope(.request)
    let transaction: Transaction = try request.resolve()

    app.register(.scoped(.request)) { Transaction() }.replacing()

    print(try request.resolve(Transaction.self) === transaction)  // true
    // snippet.end
    check(try request.resolve(Transaction.self) === transaction)
}

do {
    // snippet.closed
    let app = Container { $0.register(.scoped(.request)) { Transaction() } }
    let request = try app.openScope(.request)
    try await app.close()  // Closes the request before itself.

    do {
        _ = try request.resolve(Transaction.self)
    } catch ResolutionError.Code.scopeClosed {
        print("too late")
    }
    // snippet.end
    check(request.isClosed)
}

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
