// SPDX-License-Identifier: MIT

// A container of factories, as an assembly.

import Mortise

protocol API: Sendable {
    var name: String { get }
}

struct HTTPClient: API {
    var name: String { "http" }
}

struct MockAPI: API {
    var name: String { "mock" }
}

struct LoggingAPI: API {
    let base: any API
    var name: String { "logged \(base.name)" }
}

final class ImageCache: Sendable {}
final class Account: Sendable {}
final class Draft {}

final class Room: Sendable {
    let id: Int
    init(id: Int, api: any API) { self.id = id }
}

final class Toolbar {
    let draft: Draft
    init(draft: Draft) { self.draft = draft }
}

final class Editor {
    let draft: Draft
    let toolbar: Toolbar
    init(draft: Draft, toolbar: Toolbar) {
        self.draft = draft
        self.toolbar = toolbar
    }
}

protocol Payments: Sendable {}

struct CardPayments: Payments {}

// snippet.assembly
struct Services: Assembly {
    let container: Container

    var api: any API { define(.singleton) { HTTPClient() as any API } }  // .singleton, .cached
    var images: ImageCache { define(.weakSingleton) { ImageCache() } }  // .shared
    var draft: Draft { define(.shared) { Draft() } }  // .graph
    var toolbar: Toolbar { define { Toolbar(draft: draft) } }  // .unique
    var editor: Editor { define { Editor(draft: draft, toolbar: toolbar) } }
    var account: Account { define(.scoped(.session)) { Account() } }  // a scope of your own

    func room(id: Int) -> Room {  // ParameterFactory
        define(.singleton, for: id) { Room(id: id, api: api) }
    }
}

extension ScopeName {
    static let session: ScopeName = "session"
}
// snippet.end

// snippet.use
final class FeedModel {
    private let api: any API  // @Injected(\.api)
    private lazy var images = services.images  // @LazyInjected(\.images)
    private var draft: Draft { services.draft }  // @DynamicInjected(\.draft)
    private let services: Services

    init(_ services: Services) {
        self.services = services
        api = services.api
    }
}

let services = Services(container: Container(name: "app"))
let model = FeedModel(services)
// snippet.end
let editor = services.editor
check(editor.draft === editor.toolbar.draft)
check(services.draft !== services.draft)
check(services.room(id: 1) === services.room(id: 1))
check(services.room(id: 1) !== services.room(id: 2))
var kept: ImageCache? = services.images
check(services.images === kept)
weak let dropped = kept
kept = nil
check(dropped == nil)
_ = model

// snippet.session
func signIn() async throws {
    try await services.container.withScope(.session) { session in
        let account = Services(container: session).account
        print(account === Services(container: session).account)  // Prints "true".
    }
    // Signed out: the session's instances are closed and released.
}
// snippet.end
try await signIn()

// snippet.tests
let test = Services(container: services.container.overriding())
test.substitute(\.api) { MockAPI() as any API }
test.substitute("room(id:)") { (id: Int) in Room(id: id, api: MockAPI()) }
print(test.api.name)  // Prints "mock".
print(services.api.name)  // Prints "http": nothing to reset.
// snippet.end
check(test.api.name == "mock")
check(services.api.name == "http")
check(test.room(id: 3).id == 3)

// snippet.decorator
struct LoggedServices: Assembly {
    let container: Container
    private var plain: any API { define(.singleton) { HTTPClient() as any API } }
    var api: any API { define(.singleton) { LoggingAPI(base: plain) as any API } }
}
// snippet.end
check(LoggedServices(container: services.container).api.name == "logged http")

// snippet.promised
struct Checkout: Assembly {
    let container: Container
    /// The composition root registers it.
    var payments: any Payments { get throws { try container.resolve() } }
}

services.container.register(.singleton) { CardPayments() as any Payments }
let payments = try Checkout(container: services.container).payments
// snippet.end
check(payments is CardPayments)

func check(_ isTrue: @autoclosure () -> Bool, line: UInt = #line) {
    precondition(isTrue(), "line \(line) of this snippet does not hold")
}
