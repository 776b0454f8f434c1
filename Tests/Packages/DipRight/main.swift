// SPDX-License-Identifier: MIT

import MortiseDip

protocol Service: AnyObject {}
protocol Logging: AnyObject {}
final class RemoteService: Service, Logging {
    var screen: Screen?
}
final class Log {}
final class Address {
    let text: String
    init(_ text: String) { self.text = text }
}
final class Client {
    let service: any Service
    let log: Log
    init(service: any Service, log: Log) {
        self.service = service
        self.log = log
    }
}
final class Screen {
    @Injected var log: Log?
    @Injected(tag: "home") var address: Address?
    @InjectedWeak(required: false) var missing: Client?
    private let service = Injected<any Service>()
}

enum Place: String, DependencyTagConvertible { case home, office }

let container = DependencyContainer { container in
    container.register(.singleton) { RemoteService() as any Service }
    container.register { Log() }
    container.register(tag: Place.home) { Address("home") }
    container.register { Address("anywhere") }
    container.register(factory: Client.init(service:log:))
    container.register { Screen() }.resolvingProperties { container, screen in
        _ = try container.resolve(tag: Place.office) as Address
    }
    container.register(.unique) { RemoteService() }
        .implements((any Logging).self)
        .resolvingProperties { container, service in service.screen = try container.resolve() }
}
let other = DependencyContainer()
other.register(.eagerSingleton) { 42 }
container.collaborate(with: other)

try container.validate()
_ = try container.resolve() as Client
_ = try container.resolve() as Screen
_ = try container.resolve() as any Logging
_ = try container.resolve(tag: "unknown") as Address
_ = try container.resolve() as Int
_ = try container.resolve(Log.self)
_ = try container.resolve() as Log?
try other.bootstrap()
