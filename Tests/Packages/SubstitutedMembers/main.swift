// SPDX-License-Identifier: MIT

import Mortise

// Members of assemblies that are substituted.

struct Offline: Error {}
final class Store: Sendable {
    let name: String
    init(_ name: String = "") { self.name = name }
}
final class Feed: Sendable {
    let store: Store
    init(_ store: Store) { self.store = store }
}

/// Lets a closure throw: a member that cannot throw ends the program where its request fails.
func thrown<Value>(_ value: Value) throws -> Value { value }

let empty = Container()

struct Plain: Assembly {
    let container: Container
    var store: Store { define(.singleton) { Store() } }
    var feed: Feed { define { Feed(store) } }
    func named(_ name: String) -> Store { define(.singleton, for: name) { Store(name) } }
    var failing: Store { get throws { try define { try empty.resolve() } } }
    var missing: Store { get throws { try define { try empty.resolve() } } }
}

// Through an overlay, and removed.
let app = Container()
let test = Plain(container: app.overriding())
let substitution = test.substitute(\.store) { Store("test") }
_ = test.feed
_ = Plain(container: app).feed
test.substitute("named(_:)") { (name: String) in Store("test " + name) }
_ = test.named("a")
_ = Plain(container: app).withSubstitution(\.feed) {
    Feed(Store())
} _: {
    Plain(container: app).feed
}
substitution.remove()
_ = test.feed
// What fails without, does not with it, and again after it.
_ = try? test.failing
let rescue = test.substitute("failing") { Store("rescue") }
_ = try? test.failing
rescue.remove()
_ = try? test.failing
_ = try? test.missing
test.substitute("no such member") { Store() }

// What is made instead asks for what is missing, for what needs it, and in another way than the member.
struct Asking: Assembly {
    let container: Container
    var store: Store { get throws { try define(.shared) { try thrown(Store()) } } }
    var feed: Feed { get throws { try define(.shared) { Feed(try store) } } }
}
let asking = Asking(container: Container())
_ = try? asking.feed
let missing = asking.substitute("store") { () throws -> Store in try empty.resolve() }
_ = try? asking.feed
missing.remove()
asking.substitute("store") { () throws -> Store in try asking.feed.store }
_ = try? asking.feed

struct Indirect: Assembly {
    let container: Container
    var store: Store { get throws { try define { try thrown(Store()) } } }
}
nonisolated(unsafe) var ask: () throws -> Store = { Store() }
let indirect = Indirect(container: Container())
indirect.substitute("store") { () throws -> Store in try ask() }
_ = try? indirect.store
ask = { try empty.resolve() }
_ = try? indirect.store

// Of another type, with other arguments, and in another lane.
struct Types: Assembly {
    let container: Container
    var store: Store { get throws { try define { try thrown(Store()) } } }
    func named(_ name: String) throws -> Store {
        try define(.singleton, for: name) { try thrown(Store(name)) }
    }
    func plain(_ name: String) throws -> Store { try define { try thrown(Store(name)) } }
    var now: Store { get throws { try define { try thrown(Store()) } } }
}
let types = Types(container: Container())
types.substitute("store") { 1 }
_ = try? types.store
types.substitute("named(_:)") { Store() }
_ = try? types.named("a")
types.substitute("plain(_:)") { (name: String) in Store(name) }
_ = try? types.plain("a")
types.substitute("now") { () async throws -> Store in Store() }
_ = try? types.now

// By a name that is not known, and through a value that is not.
struct Unnamed: Assembly {
    let container: Container
    var store: Store { get throws { try define { try thrown(Store()) } } }
    var other: Store { get throws { try define { try empty.resolve() } } }
}
let unnamed = Unnamed(container: Container())
unnamed.substitute(CommandLine.arguments.count > 1 ? "store" : "other") { () throws -> Store in
    try empty.resolve(Store?.self) ?? Store()
}
_ = try? unnamed.store
_ = try? unnamed.other

struct Generic: Assembly {
    let container: Container
    var store: Store { get throws { try define { try thrown(Store()) } } }
}
func substitute<Kind: Assembly>(_ assembly: Kind) {
    assembly.substitute("store") { () throws -> Store in try empty.resolve() }
}
substitute(Generic(container: empty))
_ = try? Generic(container: empty).store

// A member that gives what another one defines, and one that does more than that.
struct Alias: Assembly {
    let container: Container
    var store: Store { define { Store() } }
    var alias: Store { store }
    var counted: Store {
        _ = try? empty.resolve(Store.self)
        return define { Store() }
    }
}
let alias = Alias(container: Container())
alias.substitute(\.alias) { (try? empty.resolve(Store.self)) ?? Store() }
_ = alias.store
alias.substitute(\.counted) { Store() }
_ = alias.counted

// A key path that is used in other ways, too.
struct Paths: Assembly {
    let container: Container
    var store: Store { define { Store() } }
    var feed: Feed { define { Feed(Store()) } }
}
let paths = Paths(container: Container())
let path = \Paths.store
paths.substitute(path) { Store() }
_ = paths[keyPath: path]
paths.substitute(\.feed) { Feed(Store()) }
_ = [paths].map(\.feed)

// While it is substituted, code elsewhere asks for it.
struct Tasks: Assembly {
    let container: Container
    var store: Store { get throws { try define { try thrown(Store()) } } }
}
let tasks = Tasks(container: Container())
let asked = Task { try? tasks.store }
tasks.withSubstitution("store") { () throws -> Store in
    throw Offline()
} _: {
    _ = try? tasks.store
}
_ = await asked.value

// What is made instead changes the container.
struct Changing: Assembly {
    let container: Container
    var store: Store { get throws { try define { try container.resolve() } } }
    var other: Store { get throws { try define { try thrown(Store()) } } }
}
let changing = Changing(container: Container())
let registered = changing.container.register { Store() }
changing.substitute("other") {
    changing.container.remove(registered)
    return Store()
}
_ = try? changing.store
_ = try? changing.other
_ = try? changing.store

// Beside the scope in which it lives, of a subscript, and of a member that several types have.
struct Scoped: Assembly {
    let container: Container
    var store: Store { get throws { try define(.scoped("work")) { try thrown(Store()) } } }
    subscript(name: String) -> Store {
        get throws { try define(.singleton, for: name) { try thrown(Store(name)) } }
    }
}
let work = try Container().openScope("work")
let inside = Scoped(container: Container(parent: work))
inside.substitute("store") { Store() }
_ = try? inside.store
inside.substitute("subscript(_:)") { () throws -> Store in throw Offline() }
_ = try? inside["a"]

protocol Storing: Assembly {}
extension Storing {
    var store: Store { get throws { try define { try thrown(Store()) } } }
    func substituteStore() { substitute("store") { 1 } }
}
struct OneOfTwo: Storing { let container: Container }
struct OtherOfTwo: Storing { let container: Container }
OneOfTwo(container: empty).substituteStore()
_ = try? OneOfTwo(container: empty).store
_ = try OtherOfTwo(container: empty).store

// While one is made, what is made instead of what it needs is not known yet.
struct Ordered: Assembly {
    let container: Container
    var store: Store { get throws { try define(.singleton) { try thrown(Store()) } } }
    var feed: Feed { get throws { try define(.singleton) { Feed(try store) } } }
}
let ordered = Ordered(container: Container(parent: Container()))
_ = try? ordered.withSubstitution("store") { () throws -> Store in
    try empty.resolve()
} _: {
    _ = try? ordered.feed
}
_ = try? ordered.feed

// What is made instead is one of many closures, or comes from elsewhere.
struct Given: Assembly {
    let container: Container
    var store: Store { get throws { try define(.shared) { try thrown(Store()) } } }
    var other: Store { get throws { try define(.shared) { try thrown(Store()) } } }
    func substitute(_ make: @escaping @Sendable () throws -> Store) {
        substitute("store", make)
    }
}
let given = Given(container: Container())
given.substitute { try given.other }
given.substitute("other") { () throws -> Store in try given.store }
_ = try? given.store
_ = try? given.other

// Where an object ends, through an existential, by a method, and for one of several types.
struct Ending: Assembly {
    let container: Container
    var store: Store { get throws { try define { try thrown(Store()) } } }
}
final class Holder {
    deinit {
        Ending(container: empty).substitute("store") { () throws -> Store in try empty.resolve() }
    }
}
func drop() { _ = Holder() }
drop()
_ = try? Ending(container: empty).store

struct Existential: Assembly {
    let container: Container
    var store: Store { get throws { try define { try thrown(Store()) } } }
}
let existential: any Assembly = Existential(container: empty)
existential.substitute("store") { () throws -> Store in try empty.resolve() }
_ = try? Existential(container: empty).store

struct ByMethod: Assembly {
    let container: Container
    var store: Store { get throws { try define(.shared) { try thrown(Store()) } } }
    var other: Store { get throws { try define(.shared) { try store } } }
    @Sendable func make() throws -> Store { try other }
}
let byMethod = ByMethod(container: Container())
byMethod.substitute("store", byMethod.make)
_ = try? byMethod.other

struct OfAType<Kind: Sendable>: Assembly {
    let container: Container
    var store: Store { get throws { try define { try thrown(Store()) } } }
}
OfAType<Int>(container: empty).substitute("store") { () throws -> Store in try empty.resolve() }
_ = try? OfAType<Int>(container: empty).store
_ = try? OfAType<String>(container: empty).store
