// SPDX-License-Identifier: MIT

// Each concept in Dip's vocabulary and in Mortise, on one engine.

import Mortise
import MortiseDip

protocol API: AnyObject, Sendable {}
final class HTTPClient: API {
    let url: String
    init(url: String = "http://localhost") { self.url = url }
}

final class Feed: Sendable {
    let api: any API
    init(api: any API) { self.api = api }
}

final class Presenter {
    let feed: Feed
    weak var screen: (any Screen)?
    init(feed: Feed) { self.feed = feed }
}

protocol Screen: AnyObject {}

final class ListScreen: Screen {
    var presenter: Presenter?
}

// snippet.together
let old = DependencyContainer()
let container = old.container  // the same container, as Mortise's type

// In a file that has not been migrated yet.
old.register(.singleton) { HTTPClient() as any API }

// In a file that has.
container.register(.singleton) { Feed(api: try $0.resolve()) }

// Each finds the other's definitions.
old.register { [unowned old] in Presenter(feed: try old.resolve()) }
print(try container.resolve(Presenter.self).feed === old.resolve() as Feed)  // true
// snippet.end
try check(container.resolve(Presenter.self).feed === old.resolve() as Feed)

// snippet.names
final class Both {
    @MortiseDip.Injected var feed: Feed?  // optional, and required by default
    @Mortise.Injected var api: any API  // required unless it is optional
}
// snippet.end
container.register { Both() }
let both: Both = try old.resolve()
check(both.feed?.api === both.api)

// MARK: Registering

// snippet.register-before
let before = DependencyContainer { container in
    unowned let container = container
    container.register(.singleton, tag: "local") { HTTPClient() as any API }
    container.register(.unique, tag: "remote") { (url: String) in HTTPClient(url: url) as any API }
    container.register { Presenter(feed: try container.resolve()) }
    container.register { ListScreen() }
        .resolvingProperties { container, screen in
            screen.presenter = try container.resolve()
            screen.presenter?.screen = screen
        }
        .implements((any Screen).self)
    container.register { Feed(api: $0) }  // auto-wired
    container.register { HTTPClient() as any API }
}
let oldScreen = try before.resolve() as any Screen
let oldAPI: any API = try before.resolve(tag: "remote", arguments: "http://example.org")
// snippet.end
check((oldScreen as? ListScreen)?.presenter?.screen === oldScreen)
check((oldAPI as? HTTPClient)?.url == "http://example.org")

// snippet.register-after
let after = Container {
    $0.register(.singleton, tag: "local") { HTTPClient() as any API }
    $0.register(tag: "remote") { (url: String) in HTTPClient(url: url) as any API }
    $0.register(.shared) { Presenter(feed: try $0.resolve()) }
    $0.register(.shared) { ListScreen() }
        .injecting { resolver, screen in
            screen.presenter = try resolver.resolve()
            screen.presenter?.screen = screen
        }
        .implements((any Screen).self) { $0 }
        .forAnyTag()  // A storyboard asks with the tag of its object.
    $0.register(.shared, autowiring: Feed.init)
    $0.register(.shared) { HTTPClient() as any API }
}
let newScreen = try after.resolve((any Screen).self)
let newAPI: any API = try after.resolve(tag: "remote", arguments: "http://example.org")
// snippet.end
check((newScreen as? ListScreen)?.presenter?.screen === newScreen)
check((newAPI as? HTTPClient)?.url == "http://example.org")

// MARK: Properties and callbacks

// snippet.properties-before
final class OldOwner: Resolvable {
    @MortiseDip.Injected var feed: Feed?
    @MortiseDip.Injected(required: false, tag: "cache") var cache: (any API)?
    @MortiseDip.InjectedWeak(required: false) var screen: (any Screen)?
    var isReady = false

    func didResolveDependencies() { isReady = true }
}
// snippet.end
before.register { OldOwner() }
try check((before.resolve() as OldOwner).isReady)

// snippet.properties-after
final class NewOwner: ResolutionAware {
    @Mortise.Injected(tag: .inherited) var feed: Feed
    @Mortise.Injected(tag: "cache") var cache: (any API)?
    @Mortise.InjectedWeak(required: false) var screen: (any Screen)?
    var isReady = false

    func didResolve() { isReady = true }
}
// snippet.end
after.register { NewOwner() }
try check(after.resolve(NewOwner.self).isReady)
try check(after.resolve(NewOwner.self).feed.api is HTTPClient)

// MARK: Assemblies

// snippet.assemblies-before
final class OldNetwork: MortiseDip.Assembly {
    let api = AssemblyDefinitionOf(scope: .singleton) { (_, _: Void) in HTTPClient() as any API }
}

final class OldComponents: MortiseDip.Assembly {
    let presenter = AssemblyDefinitionOf { (c, _: Void) in Presenter(feed: try c.resolve()) }
    let feed = AssemblyDefinitionOf { (c, _: Void) in Feed(api: try c.resolve()) }
    let network = OldNetwork()
}

let oldApp = DependencyContainer(assemblies: [OldComponents()])
// snippet.end
try check((oldApp.resolve() as Presenter).feed.api is HTTPClient)

// snippet.assemblies-after
struct Network: DefinitionModule {
    let api = ModuleDefinition(.singleton) { HTTPClient() as any API }
}

struct Components: DefinitionModule {
    let presenter = ModuleDefinition(.shared) { Presenter(feed: try $0.resolve()) }
    let feed = ModuleDefinition(.shared) { Feed(api: try $0.resolve()) }
    let network = Network()
}

let app = Container(modules: Components())
// snippet.end
try check(app.resolve(Presenter.self).feed.api is HTTPClient)

// snippet.assemblies-together
let mixed = DependencyContainer(assemblies: [OldNetwork()])  // not migrated yet
mixed.container.install(Components())  // migrated
// snippet.end
try check((mixed.resolve() as Presenter).feed.api is HTTPClient)

// MARK: Storyboards

// snippet.storyboard-before
let loaded = ListScreen()
try before.resolveDependencies(of: loaded, tag: "ListScreen")
// snippet.end
check(loaded.presenter?.screen === loaded)

// snippet.storyboard-after
let adopted = ListScreen()
try after.adopt(adopted, tag: "ListScreen")
// snippet.end
check(adopted.presenter?.screen === adopted)

// MARK: Containers that ask each other

// snippet.collaborate
let storage = DependencyContainer { $0.register { "a file" } }
before.collaborate(with: storage)  // Dip's method
before.container.link(with: after)  // Mortise's method: links old and new
// snippet.end
try check(before.resolve() as String == "a file")
try check((before.resolve() as NewOwner).isReady)

// MARK: Tags

// snippet.tags
enum Place: String, DependencyTagConvertible, TagConvertible {
    case home, work
}
old.register(tag: Place.home) { "home" }
print(try container.resolve(String.self, tag: Place.home))  // home
// snippet.end
try check(container.resolve(String.self, tag: Place.home) == "home")

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
