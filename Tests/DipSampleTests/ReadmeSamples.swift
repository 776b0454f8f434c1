// SPDX-License-Identifier: MIT

// swift-format-ignore-file

// The samples of Dip's README, version 4.3, as printed, but for what the language has renamed since:
// a closure of several statements says the types of its parameters (`(userName: String) in`),
// `weak` is no part of a protocol any more, and `protocol Client: class` is `AnyObject`. What the document
// leaves out is filled in (`…`, the implementations), and its misprints are corrected: `WebService.PersonWS`,
// `name` for `userName`, `freindsProvider`, and a type that is missing after `as`. Two types or variables of one
// name are told apart where they meet in this file.
//
// The spellings of 4.3 are deprecated, so whatever has them is too; each is called through a protocol.

import Foundation
import MortiseDip
import Testing

/// Runs code that uses deprecated names.
private protocol Sample: Sendable {
    func run() throws
}

// MARK: Register, resolve, scopes

private protocol Service: AnyObject {}
private final class ServiceImp: Service {}

private struct Resolving: Sample {
    func run() throws {
        let container = DependencyContainer()
        container.register { ServiceImp() as Service }
        let service = try! container.resolve() as Service
        #expect(service is ServiceImp)

        container.register { ServiceImp() }
        let other: ServiceImp = try! container.resolve()
        _ = other
    }
}

private struct Scopes: Sample {
    @available(*, deprecated)
    func run() throws {
        let container = DependencyContainer()
        container.register() { ServiceImp() as Service } //.Prototype is a default
        container.register(.ObjectGraph) { ServiceImp() as Service }
        container.register(.Singleton) { ServiceImp() as Service }
        #expect(try container.resolve() as Service === container.resolve() as Service)
        container.register(.Prototype) { ServiceImp() as Service }
        #expect(try container.resolve() as Service !== container.resolve() as Service)
    }
}

// MARK: Block-based initialization

private protocol EnvironmentType {}
private struct ProductionEnvironment: EnvironmentType {
    let analytics: Bool
}
private protocol WebServiceAPI {}
private struct WebServiceImp: WebServiceAPI {}

private struct Blocks: Sample {
    func run() throws {
        func WebService() -> WebServiceImp { WebServiceImp() }

        let first: DependencyContainer = {
            let dip = DependencyContainer()

            dip.register { ProductionEnvironment(analytics: true) as EnvironmentType }
            dip.register { WebService() as WebServiceAPI }

            return dip
            }()

        let dip = DependencyContainer { dip in
            dip.register { ProductionEnvironment(analytics: true) as EnvironmentType }
            dip.register { WebService() as WebServiceAPI }
        }
        for dip in [first, dip] {
            _ = try dip.resolve() as EnvironmentType
            _ = try dip.resolve() as WebServiceAPI
        }
    }
}

// MARK: Tags

private enum WebService: String {
    case Production
    case Development

    var tag: DependencyContainer.Tag { return DependencyContainer.Tag.String(self.rawValue) }
}

private protocol NetworkLayer {
    var baseURL: String { get }
}
private struct URLSessionNetworkLayer: NetworkLayer {
    let baseURL: String
    init?(baseURL: String) { self.baseURL = baseURL }
}

private struct Tags: Sample {
    func run() throws {
        let wsDependencies = DependencyContainer() { dip in
            dip.register(tag: WebService.Production.tag) { URLSessionNetworkLayer(baseURL: "http://prod.myapi.com/api/")! as NetworkLayer }
            dip.register(tag: WebService.Development.tag) { URLSessionNetworkLayer(baseURL: "http://dev.myapi.com/api/")! as NetworkLayer }
        }

        let networkLayer = try! wsDependencies.resolve(tag: WebService.Development.tag) as NetworkLayer
        #expect(networkLayer.baseURL == "http://dev.myapi.com/api/")
    }
}

// MARK: Runtime arguments

private struct WebServiceImp1: WebServiceAPI {
    let url: NSURL
    let port: Int
    init(_ url: NSURL, port: Int) {
        self.url = url
        self.port = port
    }
}

private struct Arguments: Sample {
    @available(*, deprecated)
    func run() throws {
        let webServices = DependencyContainer() { webServices in
            webServices.register { (url: NSURL, port: Int) in WebServiceImp1(url, port: port) as WebServiceAPI }
        }

        let service = try! webServices.resolve(withArguments: NSURL(string: "http://example.url")!, 80) as WebServiceAPI
        #expect((service as? WebServiceImp1)?.port == 80)
    }
}

// MARK: Circular dependencies

private protocol Client: AnyObject {
    var server: Server? { get }
}
private protocol Server: AnyObject {
    var client: Client? { get set }
}
private final class CircularServerImp: Server {
    weak var client: Client?
}
private final class CircularClientImp: Client {
    let server: Server?
    init(server: Server) { self.server = server }
}

private struct Circular: Sample {
    @available(*, deprecated)
    func run() throws {
        typealias ClientImp = CircularClientImp
        typealias ServerImp = CircularServerImp
        let container = DependencyContainer()
        container.register(.ObjectGraph) {
            ClientImp(server: try container.resolve() as Server) as Client
        }

        container.register(.ObjectGraph) { ServerImp() as Server }
            .resolveDependencies { container, server in
                server.client = try container.resolve() as Client
            }
        let client = try container.resolve() as Client
        #expect(client.server?.client === client)
        container.reset()
    }
}

// MARK: Auto-wiring

private protocol Presenter {}
private protocol ViewOutput {}
private protocol Interactor {}
private protocol Router {}
private struct RouterImp: Router {}
private struct View: ViewOutput {}
private struct InteractorImp: Interactor {}

private class PresenterImp: Presenter {
    init(view: ViewOutput, interactor: Interactor, router: Router) {}
}

private struct Wiring: Sample {
    func run() throws {
        let container = DependencyContainer()
        container.register { RouterImp() as Router }
        container.register { View() as ViewOutput }
        container.register { InteractorImp() as Interactor }
        container.register { PresenterImp(view: $0, interactor: $1, router: $2) as Presenter }

        let presenter = try! container.resolve() as Presenter
        #expect(presenter is PresenterImp)
    }
}

// MARK: Auto-injection

private enum Injection {
    protocol Server {
        var client: Client? { get }
    }

    protocol Client: AnyObject {
        var server: Server? { get }
    }

    class ServerImp: Server {
        private var injectedClient = InjectedWeak<Client>()
        var client: Client? { return injectedClient.value }
    }

    class ClientImp: Client {
        private var injectedServer = Injected<Server>()
        var server: Server? { get { return injectedServer.value} }
    }
}

private struct Injecting: Sample {
    typealias Server = Injection.Server
    typealias Client = Injection.Client
    typealias ServerImp = Injection.ServerImp
    typealias ClientImp = Injection.ClientImp

    @available(*, deprecated)
    func run() throws {
        let container = DependencyContainer()
        container.register(.ObjectGraph) { ServerImp() as Server }
        container.register(.ObjectGraph) { ClientImp() as Client }

        let client = try! container.resolve() as Client
        #expect(client.server?.client === client)
    }
}

// MARK: Concrete example

private protocol FriendsProviderType {
    func someFriendsProviderTypeMethod() -> [String]
}
private struct DummyFriendsProvider: FriendsProviderType {
    let user: String
    func someFriendsProviderTypeMethod() -> [String] { [user] }
}
private struct PlistFriendsProvider: FriendsProviderType {
    let plist: String
    func someFriendsProviderTypeMethod() -> [String] { [plist] }
}

private enum Concrete {
    struct WebService: WebServiceType {
      let env: EnvironmentType

      init(env: EnvironmentType) {
        self.env = env
      }

      func sendRequest(path: String) {
        // … use stuff like env.baseURL here
      }

      func someMethodDeclaredOnWebServiceType() {}
    }

    struct SomeViewModel {
      let ws: WebServiceType
      let friendsProvider: FriendsProviderType

      init(friendsProvider: FriendsProviderType, webService: WebServiceType) {
        self.friendsProvider = friendsProvider
        self.ws = webService
      }

      func foo() {
        ws.someMethodDeclaredOnWebServiceType()
        let friends = friendsProvider.someFriendsProviderTypeMethod()
        print("friends: \(friends)")
      }
    }

    /// What the sample prints, in place of the console.
    nonisolated(unsafe) static var printed: [String] = []

    static func print(_ line: String) { printed.append(line) }

    protocol WebServiceType {
        func someMethodDeclaredOnWebServiceType()
    }
}

private struct ConcreteExample: Sample {
    typealias WebService = Concrete.WebService
    typealias WebServiceType = Concrete.WebServiceType
    typealias SomeViewModel = Concrete.SomeViewModel

    @available(*, deprecated)
    func run() throws {
        let dip: DependencyContainer = {
            let dip = DependencyContainer()
            let enableAnalytics = true //i.e. read the setting from plist
            dip.register(.Singleton) { ProductionEnvironment(analytics: enableAnalytics) as EnvironmentType }
            dip.register(.Singleton) { WebService(env: try dip.resolve()) as WebServiceType }

            dip.register() { userName in DummyFriendsProvider(user: userName) as FriendsProviderType }
            dip.register(tag: "me") { (_: String) in PlistFriendsProvider(plist: "myfriends") as FriendsProviderType }

            dip.register() { (userName: String) in
              let webService = try dip.resolve() as WebServiceType
              let friendsProvider = try dip.resolve(tag: userName, withArguments: userName) as FriendsProviderType
              return SomeViewModel(friendsProvider: friendsProvider, webService: webService)
            }
            return dip
        }()

        for (userName, friends) in [("me", "myfriends"), ("Sam", "Sam")] {
            let viewModel = try! dip.resolve(withArguments: userName) as SomeViewModel
            viewModel.foo()
            #expect(Concrete.printed.last == "friends: [\"\(friends)\"]")
        }
        dip.reset()
    }
}

@Suite(.quiet) struct `The samples of Dip` {
    private static let all: [any Sample] = [
        Resolving(), Scopes(), Blocks(), Tags(), Arguments(), Circular(), Wiring(), Injecting(),
        ConcreteExample(),
    ]

    @Test(arguments: all.indices) func `work as their document says`(index: Int) throws {
        try Self.all[index].run()
    }
}
