// SPDX-License-Identifier: MIT

// Configuration values: small types, one type for all settings, tags, and properties of modules.

import Mortise

struct HTTPClient: Sendable {
    let address: String
    let token: String
}

do {
    // snippet.types
    struct ServerAddress: Sendable { let text: String }
    struct AccessToken: Sendable { let text: String }

    let app = Container {
        $0.register { ServerAddress(text: "https://example.org") }
        $0.register { AccessToken(text: "open sesame") }
        $0.register(.singleton) { (address: ServerAddress, token: AccessToken) in
            HTTPClient(address: address.text, token: token.text)
        }
    }
    // snippet.end
    check(try app.resolve(HTTPClient.self).token == "open sesame")
    check(app.validate().errors.isEmpty)

    // snippet.test
    let test = app.overriding {
        $0.register { ServerAddress(text: "http://localhost:8080") }.replacing()
    }
    print(try test.resolve(HTTPClient.self).address)  // http://localhost:8080
    // snippet.end
    check(try test.resolve(HTTPClient.self).address == "http://localhost:8080")
}

do {
    // snippet.settings
    struct Settings: Sendable {
        var address = "https://example.org"
        var pageSize = 20
    }
    struct PageSize: Sendable { let count: Int }

    func makeApp(_ settings: Settings) -> Container {
        Container {
            $0.register { settings }
            $0.register { (settings: Settings) in PageSize(count: settings.pageSize) }
        }
    }

    let app = makeApp(Settings(pageSize: 50))
    print(try app.resolve(PageSize.self).count)  // 50
    // snippet.end
    check(try app.resolve(PageSize.self).count == 50)
}

// snippet.tags
enum Setting: String, TagConvertible {
    case address, token
}

let app = Container {
    $0.register(tag: Setting.address) { "https://example.org" }
    $0.register(tag: Setting.token) { "open sesame" }
    $0.register(.singleton) { resolver in
        HTTPClient(
            address: try resolver.resolve(tag: Setting.address),
            token: try resolver.resolve(tag: Setting.token)
        )
    }
}
// snippet.end
check(try app.resolve(HTTPClient.self).token == "open sesame")

// snippet.module
struct Networking: Module, Hashable {
    let address: String

    func register(in container: Container) {
        container.register(.singleton) { [address] in HTTPClient(address: address, token: "") }
    }
}

let program = Container(modules: Networking(address: "https://example.org"))
// snippet.end
check(try program.resolve(HTTPClient.self).address == "https://example.org")

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
