// SPDX-License-Identifier: MIT

import Mortise

protocol Feed: AnyObject, Sendable {}
final class RemoteFeed: Feed {
    init(_ client: Client) {}
}
final class Client: Sendable {
    let address: String
    init(address: String) { self.address = address }
}
final class Screen {
    let feed: any Feed
    var presenter: Presenter?
    init(feed: any Feed) { self.feed = feed }
}
final class Presenter {
    weak var screen: Screen?
}
final class Report: Sendable {
    init(_ clients: [Client]) {}
}

struct Services: Assembly {
    let container: Container

    var client: Client { define(.singleton) { Client(address: "here") } }
    var feed: any Feed { define(.singleton) { RemoteFeed(client) as any Feed } }
    func client(at address: String) -> Client {
        define(.singleton, for: address) { Client(address: address) }
    }
    // What is registered there is there for members, too.
    var report: Report {
        get throws { try define { try Report([client, container.resolve(Client.self)]) } }
    }
}

struct Screens: Assembly {
    let container: Container
    var services: Services { Services(container: container) }

    // Each needs the other one once it is there.
    var screen: Screen {
        define(.shared) {
            Screen(feed: services.feed)
        } injecting: {
            $0.presenter = presenter
        }
    }
    var presenter: Presenter {
        define(.shared) {
            Presenter()
        } injecting: {
            $0.screen = screen
        }
    }
}

extension Services {
    static var exports: [Export<Self>] {
        [Export { $0.feed }, Export(tag: "main") { $0.client }, Export { try $0.report }]
    }
}

let container = Container()
container.register { Client(address: "there") }
container.register { Screens(container: container).services.feed }

_ = Screens(container: container).screen
let services = Services(container: container)
_ = services.client(at: "elsewhere")
_ = try services.report
_ = try container.resolve((any Feed).self)

let exporting = Container()
exporting.register { Client(address: "there") }
exporting.export(Services.init)
_ = try exporting.resolve((any Feed).self)
_ = try exporting.resolve(Client.self, tag: "main")
_ = try exporting.resolve(Report.self)
