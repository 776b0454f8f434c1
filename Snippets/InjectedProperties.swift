// SPDX-License-Identifier: MIT

// Properties that the container injects, and objects that are made elsewhere.

import Mortise

protocol Client: AnyObject, Sendable {}
protocol Delegate: AnyObject {}

final class HTTPClient: Client {}
final class Listener: Delegate {}

// snippet.properties
final class Screen {
    @Injected var client: any Client
    @Injected(tag: "cache") var cache: any Client
    @Injected var analytics: (() -> Void)?  // nil if nothing is registered
    @InjectedWeak var delegate: (any Delegate)?
}
// snippet.end

let listener = Listener()
let container = Container {
    $0.register(.singleton) { HTTPClient() as any Client }
    $0.register(.singleton, tag: "cache") { HTTPClient() as any Client }
    $0.register { Screen() }
}
container.registerListener(listener)

let screen = try container.resolve(Screen.self)
check(screen.client !== screen.cache)
check(screen.delegate === listener)

// snippet.sendable
final class Server: Sendable {
    let client = Injected<any Client>()

    func start() { print(client.value) }
}
// snippet.end
container.register(.singleton) { Server() }
try check(container.resolve(Server.self).client.value === screen.client)

// snippet.own
@propertyWrapper
final class Named<Value>: InjectableProperty {
    private(set) var value: Value?
    var wrappedValue: Value {
        guard let value else { fatalError("nobody has made the owner") }
        return value
    }

    init() { announce() }

    func inject(from resolver: inout Resolver) throws {
        value = try resolver.resolve()
    }
}
// snippet.end
final class Owner {
    @Named var client: any Client
}
container.register { Owner() }
try check(container.resolve(Owner.self).client === screen.client)

// snippet.adopt
let made = Screen()  // by a storyboard, say
try container.adopt(made)
print(made.client)
// snippet.end
check(made.client === screen.client)

// snippet.link
let shop = Container(name: "shop") { $0.register { "shop" } }
let warehouse = Container(name: "warehouse") { $0.register { 42 } }
shop.link(with: warehouse)

print(try shop.resolve(Int.self), try warehouse.resolve(String.self))
// snippet.end
try check(shop.resolve(Int.self) == 42)

// snippet.stored
struct Network: DefinitionModule {
    let client = ModuleDefinition(.singleton) { HTTPClient() as any Client }
}

struct Screens: DefinitionModule {
    let screen = ModuleDefinition { Owner() }
        .didResolve { print($0.client) }
    let network = Network()  // installed together
}

let screens = Container(modules: Screens())
print(try screens.resolve(Owner.self))
screens.uninstall(Screens())  // and Network with it
// snippet.end
try check(screens.resolve(Owner?.self) == nil)

// snippet.context
let labels = Container {
    $0.register { resolver in "for \(resolver.context.injectedInType.map { "\($0)" } ?? "nobody")" }
    $0.register { (resolver: inout Resolver) in [try resolver.resolve(String.self)] }
}
print(try labels.resolve([String].self))  // for Array<String>
// snippet.end
try check(labels.resolve([String].self) == ["for Array<String>"])

extension Container {
    /// An object that is kept elsewhere is registered as a value.
    func registerListener(_ listener: Listener) {
        nonisolated(unsafe) let listener = listener
        register { listener as any Delegate }
    }
}

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
