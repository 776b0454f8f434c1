// SPDX-License-Identifier: MIT

import Hummingbird
import HummingbirdTesting
import Logging
import Mortise
import MortiseHummingbird
import ObservedSupport
import Testing

private struct User: Sendable {
    let name: String
    let trail: Trail
}

private struct UserContext: ScopedChildContext {
    var coreContext: CoreRequestContextStorage
    var scope: RequestScope
    let user: User

    init(context: AppContext) throws {
        coreContext = context.coreContext
        scope = context.scope
        user = try scope.resolve()
    }
}

private struct ForgetfulContext: ScopedChildContext {
    var coreContext: CoreRequestContextStorage
    var scope = RequestScope()

    init(context: AppContext) throws { coreContext = context.coreContext }
}

private struct ProfileController {
    let user: User

    func show(_ request: Request, context: UserContext) async throws -> String {
        let part = context.parameters.get("part") ?? "all"
        return "\(user.name) \(part) \(user.trail === context.user.trail)"
    }
}

@Suite(.timeLimit(.minutes(1))) struct `A child context` {
    private func site() -> Site {
        let site = Site { app, _ in
            app.register(.scoped("request")) { (request: Request, trail: Trail) throws in
                guard let name = request.headers[.authorization] else {
                    throw HTTPError(.unauthorized)
                }
                return User(name: name, trail: trail)
            }
            app.register { ProfileController(user: $0) }
        }
        site.router.group("me", context: UserContext.self).get("{part}", to: ProfileController.show)
        site.router.group("lost", context: ForgetfulContext.self).get { _, context in
            try context.scope.resolve(Trail.self).path
        }
        return site
    }

    @Test(arguments: Setup.allCases)
    func `resolves from the scope of the request`(_ setup: Setup) async throws {
        let site = site()

        try await site.test(setup.setup) { client in
            let response = try await client.execute(
                uri: "/me/name",
                method: .get,
                headers: [.authorization: "Leia"]
            )
            #expect(response.text == "Leia name true")
            await site.journal.reached("/me/name closed")
        }

        #expect(site.journal.entries == ["/me/name closed"] && site.numbers.count == 1)
    }

    @Test(arguments: Setup.allCases)
    func `that refuses the request answers with the error of the factory`(_ setup: Setup)
        async throws
    {
        let site = site()

        try await site.test(setup.setup) { client in
            try await client.expect("/me/name", status: .unauthorized)
            await site.journal.reached("/me/name closed")
        }

        #expect(site.journal.entries == ["/me/name closed"])
        #expect(site.logged(.error).isEmpty)
    }

    @Test func `that does not take over the scope is told to`() async throws {
        let site = site()

        try await site.test(.router) { client in
            try await client.expect("/lost", status: .internalServerError)
        }

        #expect(site.logged(.error).first?.contains("scope = context.scope") == true)
    }
}
