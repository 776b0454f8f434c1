// SPDX-License-Identifier: MIT

// Configuration values: small types, one type for all settings, tags, and properties of modules.

import Mortise

do {
    // snippet.types
    struct ServerAddress: Sendable { let text: String }
    struct AccessToken: Sendable { let text: String }

    struct HTTPClient: Sendable {
        let address: ServerAddress
        let token: AccessToken
    }

    let app = Container {
        $0.register { ServerAddress(text: "https://example.org") }
        $0.register { AccessToken(text: "open sesame") }
        $0.register(.singleton, autowiring: HTTPClient.init)
    }
    // snippet.end
    check(try app.resolve(HTTPClient.self).token.text == "open sesame")
    check(app.validate().findings.isEmpty)
    let lacking = Container { $0.register(.singleton, autowiring: HTTPClient.init) }
    check(lacking.validate().errors.count == 2)

    // snippet.test
    let test = app.overriding {
        $0.register { ServerAddress(text: "http://localhost:8080") }.replacing()
    }
    print(try test.resolve(HTTPClient.self).address.text)  // http://localhost:8080
    // snippet.end
    check(try test.resolve(HTTPClient.self).address.text == "http://localhost:8080")
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
struct Mailer: Sendable {
    let server: String
    let password: String
}

enum Setting: String, TagConvertible {
    case mailServer, mailPassword
}

let app = Container {
    $0.register(tag: Setting.mailServer) { "mail.example.org" }
    $0.register(tag: Setting.mailPassword) { "open sesame" }
    $0.register(.singleton) { resolver in
        Mailer(
            server: try resolver.resolve(tag: Setting.mailServer),
            password: try resolver.resolve(tag: Setting.mailPassword)
        )
    }
}
// snippet.end
check(try app.resolve(Mailer.self).password == "open sesame")

// snippet.module
struct MailModule: Module, Hashable {
    let server: String

    func register(in container: Container) {
        container.register(.singleton) { [server] in Mailer(server: server, password: "") }
    }
}

let program = Container(modules: MailModule(server: "mail.example.org"))
// snippet.end
check(try program.resolve(Mailer.self).server == "mail.example.org")

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
