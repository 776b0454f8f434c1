// SPDX-License-Identifier: MIT

import MortiseDip

protocol Service: AnyObject {}
protocol Logging: AnyObject {}
final class RemoteService: Service, Logging {}
final class Log {}
final class Address {
    let text: String
    init(_ text: String) { self.text = text }
}
final class Client {
    init(service: any Service, log: Log) {}
}
final class Reader {
    init(client: Client) {}
}
final class Screen {
    @Injected var log: Log?
}
final class Window {
    @Injected(tag: "home") var address: Address?
}
final class Pen {
    init(_ paper: Paper) {}
}
final class Paper {
    init(_ pen: Pen) {}
}

let container = DependencyContainer { container in
    container.register(.singleton) { RemoteService() as any Service }
    // The log is forgotten.
    container.register(factory: Client.init(service:log:))
    container.register { Reader(client: try container.resolve()) }
    container.register { Screen() }
    // There is no address without a tag.
    container.register(tag: "house") { Address("house") }
    container.register { Window() }
    // Each needs the other one.
    container.register(factory: Pen.init)
    container.register(factory: Paper.init)
    // It takes an argument.
    container.register { (number: Int) in "\(number)" }
    container.register { RemoteService() }.resolvingProperties { container, _ in
        _ = try container.resolve() as Double
    }
}

_ = try? container.resolve() as Client
_ = try? container.resolve() as Reader
_ = try? container.resolve() as Screen
_ = try? container.resolve() as Window
_ = try? container.resolve(tag: "home") as Address
_ = try? container.resolve() as Pen
_ = try? container.resolve() as String
_ = try? container.resolve(arguments: "7") as String
_ = try? container.resolve() as RemoteService
_ = try? container.resolve() as any Logging
_ = try? container.validate()
_ = try container.resolve() as Reader
