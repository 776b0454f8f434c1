// SPDX-License-Identifier: MIT

import Mortise

protocol Client: Sendable {}

struct Remote: Client {}

struct Log: Sendable {}

final class Cache: Sendable {}

func client() -> some Client { Remote() }

func log() -> some Sendable { Log() }

func cache() -> some AnyObject & Sendable { Cache() }

/// The key has the type that is behind an opaque one at run time.
func opaque() throws {
    let container = Container {
        $0.register { (_: inout Resolver, client: Remote) in Log() }
    }
    _ = try container.resolve(Log.self, arguments: client())
    _ = try container.resolve(Log.self, arguments: Remote())
}

/// What a generic parameter stands for is the type behind an opaque one.
func local() throws {
    let container = Container {
        $0.register { (_: inout Resolver, client: Remote) in Log() }
    }
    func ask<C: Client>(_ client: C) throws {
        _ = try container.resolve(Log.self, arguments: client)
    }
    try ask(client())
}

/// An input of a type that is not known must be brought, too.
func input() throws {
    let container = Container()
    func expect<T: Sendable>(_ value: T) { container.expects(T.self, in: "request") }
    expect(log())
    _ = try container.openScope("request")
}

/// An object of a type that is not known takes the place of what would be made.
func adopted() throws {
    let container = Container {
        $0.register(.singleton) { resolver in
            _ = try resolver.resolve(Log.self)
            return Cache()
        }
    }
    func adopt<T: AnyObject & Sendable>(_ object: T) throws {
        try container.adopt(keeping: object)
    }
    try adopt(cache())
    _ = try container.resolve(Cache.self)
}

try opaque()
try local()
try? input()
try adopted()
