// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTesting
import Networking
import NetworkingTesting
import Testing

@testable import Accounts

/// Accounts, with a fake server.
@Suite(.overriding(Container(name: "accounts", modules: AccountsModule())))
struct `A session` {
    private let api = FakeAPI()

    init() {
        Container.current.register(.singleton) { [api] in api as any API }.replacing()
    }

    @Test func `is wired`() { expectValid(Container.current) }

    @Test func `lasts until its scope is closed`() async throws {
        let login = try Container.current.openScope(.login) { $0.provide(User(name: "ann")) }
        let session: Session = try login.resolve()
        #expect(session.user.name == "ann")
        #expect(try login.resolve(Session.self) === session)
        #expect(api.requests.isEmpty)

        try await login.close()
        #expect(api.requests == [.post("logouts/ann")])
    }

    @Test func `needs a user`() {
        let error = #expect(throws: ResolutionError.self) {
            try Container.current.openScope(.login)
        }
        #expect(error?.code == .missingInput)
    }
}
