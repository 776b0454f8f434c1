// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

extension ScopeName {
    static let request: ScopeName = "request"
    static let session: ScopeName = "session"
}

private final class Basket: Sendable {}
private final class Checkout: Sendable {
    let basket: Basket
    init(_ basket: Basket) { self.basket = basket }
}
private final class Screen {
    let checkout: Checkout
    init(_ checkout: Checkout) { self.checkout = checkout }
}

@Suite struct `A scoped definition` {
    private let app = Container {
        $0.register(.scoped(.request)) { Basket() }
        $0.register(.scoped(.request), factory: Checkout.init)
        $0.register { try Screen($0.resolve()) }
    }

    @Test func `has one instance for each open scope`() throws {
        let first = try app.openScope(.request)
        let second = try app.openScope(.request)

        let basket = try first.resolve(Basket.self)
        #expect(try first.resolve(Basket.self) === basket)
        #expect(try first.resolve(Checkout.self).basket === basket)
        #expect(try first.resolve(Screen.self).checkout.basket === basket)
        #expect(try second.resolve(Basket.self) !== basket)
    }

    @Test func `lives in the nearest scope of its name`() throws {
        let outer = try app.openScope(.request)
        let session = try outer.openScope(.session)
        let inner = try session.openScope(.request)
        let child = Container(name: "child", parent: session)

        let basket = try outer.resolve(Basket.self)
        #expect(try session.resolve(Basket.self) === basket)
        #expect(try child.resolve(Basket.self) === basket)
        #expect(try inner.resolve(Basket.self) !== basket)
    }

    @Test func `is made with the view of its scope`() throws {
        let own = Basket()
        let scope = try app.openScope(.request)
        scope.register(.singleton) { own }

        #expect(try scope.resolve(Checkout.self).basket === own)
        #expect(try app.openScope(.request).resolve(Checkout.self).basket !== own)
    }

    @Test func `has one instance for each value of its arguments`() throws {
        let scope = try Container {
            $0.register(.scoped(.request)) { (_: inout Resolver, number: Int) in Ticket(number) }
        }.openScope(.request)

        let one = try scope.resolve(Ticket.self, arguments: 1)
        #expect(try scope.resolve(Ticket.self, arguments: 1) === one)
        #expect(try scope.resolve(Ticket.self, arguments: 2) !== one)
    }

    @Test func `can be registered in the scope itself`() throws {
        let scope = try Container().openScope(.request)
        scope.register(.scoped(.request)) { Basket() }

        let basket = try scope.resolve(Basket.self)
        #expect(try scope.resolve(Basket.self) === basket)
    }

    @Test func `is replaced in a scope by a definition there`() throws {
        let scope = try app.openScope(.request)
        let basket = try scope.resolve(Basket.self)

        let own = Basket()
        scope.register(.singleton) { own }

        #expect(try scope.resolve(Basket.self) === own)
        #expect(basket !== own)
    }

    @Test func `is one of several under one key`() throws {
        let app = Container {
            $0.register(.scoped(.request)) { Basket() }.contributing()
            $0.register(.scoped(.request)) { Basket() }.contributing()
        }
        let scope = try app.openScope(.request)

        let all = try scope.resolveAll(Basket.self)
        #expect(all.count == 2)
        #expect(all[0] !== all[1])
        #expect(try scope.resolve(Basket.self) === all[1])
        #expect(
            try scope.resolveAll(Basket.self).map(ObjectIdentifier.init)
                == all.map(ObjectIdentifier.init)
        )
    }

    @Test func `is resolved through an optional, a provider and a forwarded type`() throws {
        let app = Container {
            $0.register(.scoped(.request)) { Basket() }.implements(AnyObject.self) { $0 }
        }
        let scope = try app.openScope(.request)
        let basket = try scope.resolve(Basket.self)

        #expect(try scope.resolve(Basket?.self) === basket)
        #expect(try scope.resolve(AnyObject.self) === basket)
        #expect(try scope.provider(of: Basket.self)() === basket)
    }

    @Test func `fails with its path if no such scope is open`() {
        #expect {
            try app.openScope(.session).resolve(Screen.self)
        } throws: { error in
            guard let error = error as? ResolutionError else { return false }
            return error.code == .missingScope && error.path.count == 2
        }
        #expect(throws: ResolutionError.self) { try app.resolve(Basket?.self) }
    }

    @Test func `cannot be held by a longer lifetime`() throws {
        let app = Container {
            $0.register(.scoped(.request)) { Basket() }
            $0.register(.singleton, factory: Checkout.init)
        }
        let scope = try app.openScope(.request)

        #expect {
            try scope.resolve(Checkout.self)
        } throws: { error in
            guard let error = error as? ResolutionError else { return false }
            return error.code == .captiveDependency && error.path.count == 2
        }
        #expect(app.validate().errors.map(\.code) == [.captiveDependency])
    }

    @Test func `is found by its lifetime in the graph`() {
        #expect(
            app.graph.nodes.map(\.lifetime.description).prefix(2) == [
                "scoped(request)", "scoped(request)",
            ]
        )
    }

    @Test func `is made once in a race of threads`() async throws {
        try await race(rounds: Rounds.some, threads: 4) { _ in
            try app.openScope(.request)
        } run: { scope, _, _ in
            ObjectIdentifier(try scope.resolve(Screen.self).checkout)
        } check: { scope, outcomes in
            let checkout = ObjectIdentifier(try scope.resolve(Checkout.self))
            for outcome in outcomes {
                let seen = try outcome.get()
                #expect(seen == checkout)
            }
        }
    }
}

private final class Ticket: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
}

@Suite struct `A scope name` {
    @Test func `is one of any number of names`() throws {
        let names = (1...1_000).map { ScopeName("one of a thousand, \($0)") }
        let app = Container {
            for (number, name) in names.enumerated() {
                $0.register(.scoped(name), tag: number) { Basket() }
            }
        }

        for (number, name) in names.enumerated() {
            let scope = try app.openScope(name)
            let basket = try scope.resolve(Basket.self, tag: number)
            #expect(try scope.resolve(Basket.self, tag: number) === basket)
            #expect(throws: ResolutionError.self) {
                try scope.resolve(Basket.self, tag: (number + 256) % names.count)
            }
        }
        #expect(Set(names).count == 1_000)
        #expect(names.map(\.description) == (1...1_000).map { "one of a thousand, \($0)" })
    }

    @Test(arguments: [
        "", " ", "  ", "two words", "two\nlines", "tab\there", "\"quoted\"", "a\\b", "🪚🧑‍🧑‍🧒", "\0",
        "Ölstand", "السلام", String(repeating: "long ", count: 20_000),
    ])
    func `is any text`(text: String) throws {
        let app = Container { $0.register(.scoped(ScopeName(text))) { Basket() } }
        let scope = try app.openScope(ScopeName(text))

        #expect(try scope.resolve(Basket.self) === scope.resolve(Basket.self))
        #expect(ScopeName(text).description == text)
        #expect(ScopeName(text) != ScopeName(text + "!"))
        #expect(throws: ResolutionError.self) {
            try app.openScope(ScopeName(text + "!")).resolve(Basket.self)
        }
        #expect(app.graph.nodes.map(\.lifetime) == [.scoped(text)])
    }

    @Test func `is its text`() {
        #expect(ScopeName("request") == .request)
        #expect(ScopeName.request != .session)
        #expect(ScopeName.request.description == "request")
    }
}
