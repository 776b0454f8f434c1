// SPDX-License-Identifier: MIT

// A program of three modules, in one file. `Examples/ReadingList` is one in several targets.

import Mortise
import MortiseTesting
import Testing

// snippet.networking
// Target Networking
protocol API: Sendable {
    func get(_ path: String) throws -> String
}

struct HTTPClient: API {
    let address: ServerAddress
    func get(_ path: String) throws -> String { "answer of \(address.host)" }
}

struct ServerAddress: Sendable { let host: String }

struct NetworkingModule: Module {
    func register(in container: Container) {
        container.register(.singleton) { HTTPClient(address: $0) as any API }.unstubbed()
    }
}
// snippet.end

// snippet.accounts
// Target Accounts, which depends on Networking
struct User: Sendable { let name: String }

extension ScopeName {
    static let login: ScopeName = "login"
}

final class Session: Sendable {
    let user: User
    private let api: any API

    init(user: User, api: any API) {
        self.user = user
        self.api = api
    }

    func greeting() throws -> String { "\(user.name): \(try api.get("greeting"))" }
}

struct AccountsModule: Module {
    var requires: [any Module] { [NetworkingModule()] }

    func register(in container: Container) {
        container.expects(User.self, in: .login)
        container.register(.scoped(.login), autowiring: Session.init)
    }
}
// snippet.end

// snippet.program
// The program, which depends on all of them
struct ProgramModule: Module {
    var requires: [any Module] { [AccountsModule(), NetworkingModule()] }

    func register(in container: Container) {
        container.register { ServerAddress(host: "example.org") }
    }
}

func makeProgram() -> Container { Container(name: "program", modules: ProgramModule()) }
// snippet.end

// snippet.alone
// Test target of Accounts
struct FakeAPI: API {
    func get(_ path: String) -> String { "fake \(path)" }
}

@Suite(
    .overriding(Container(name: "accounts", modules: AccountsModule())) {
        $0.register(.singleton) { FakeAPI() as any API }.replacing()
    }
)
struct `A session` {
    @Test func `greets its user`() throws {
        let login = try Container.current.openScope(.login) { $0.provide(User(name: "Ann")) }
        #expect(try login.resolve(Session.self).greeting() == "Ann: fake greeting")
    }

    @Test func `is wired`() { expectValid(Container.current) }
}
// snippet.end

// snippet.whole
// Test target of the program
@Test func `the program is wired`() { expectValid(makeProgram()) }
// snippet.end

let overlay = Container(modules: AccountsModule()).overriding {
    $0.register(.singleton) { FakeAPI() as any API }.replacing()
}
check(overlay.validate().errors.isEmpty && overlay.validate().warnings.isEmpty)
let login = try overlay.openScope(.login) { $0.provide(User(name: "Ann")) }
check(try login.resolve(Session.self).greeting() == "Ann: fake greeting")
check(makeProgram().validate().errors.isEmpty)
check(!Container(modules: AccountsModule()).validate().isValid)

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
