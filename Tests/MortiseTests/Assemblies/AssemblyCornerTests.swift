// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private final class User: Sendable {}

private final class Account: Sendable {
    let user: User?
    init(_ user: User?) { self.user = user }
}

private final class Tree: Sendable {
    let child: Tree?
    init(_ child: Tree? = nil) { self.child = child }
    var depth: Int { 1 + (child?.depth ?? 0) }
}

private struct Refusal: Error, Equatable {}

private final class Owner {
    var pet: Pet?
}

private final class Pet {
    let owner: Owner
    init(_ owner: Owner) { self.owner = owner }
}

private struct Corners: Assembly {
    let container: Container

    var account: Account { define(.singleton) { Account(try? container.resolve()) } }
    var inner: User {
        get throws { try define { try Corners(container: container.openScope(.request)).scoped } }
    }
    var scoped: User { define(.scoped(.request)) { User() } }
    func tree(_ depth: Int) -> Tree { define { depth == 1 ? Tree() : Tree(tree(depth - 1)) } }
    var eager: User { define(.eagerSingleton) { User() } }
    var refusing: User {
        get throws(Refusal) { try define { () throws(Refusal) -> User in throw Refusal() } }
    }

    var first: String { define { "first" } }
    var second: String {
        let first = first
        return define { first + ", second" }
    }

    var owner: Owner {
        get throws {
            try define(.shared) {
                Owner()
            } injecting: {
                // A handled failure is unwound nevertheless.
                $0.pet = try? pet
                _ = calm
                try Task.checkCancellation()
            }
        }
    }
    var pet: Pet { get throws { try define(.shared) { try Pet(owner) } } }
    var calm: User { define { User() } }

    var watched: [User] { define { [user] } }
    var user: User { define(.singleton) { User() } }
}

@Suite struct `In its corners an assembly` {
    private let app = Container(name: "app")

    @Test func `does not keep a scope's registrations for the program`() throws {
        let scope = try app.openScope(.request)
        scope.register(.singleton) { User() }
        #expect(Corners(container: scope).account.user == nil)
        #expect(Corners(container: app).account.user == nil)
    }

    @Test func `may open a scope in a factory, and resolve from it`() throws {
        let corners = Corners(container: app)
        #expect(try corners.inner !== corners.inner)
    }

    @Test func `may recurse to the depth in its arguments`() {
        for _ in 0..<3 { #expect(Corners(container: app).tree(200).depth == 200) }
    }

    @Test func `does not disturb bootstrap with eager members`() throws {
        let eager = Corners(container: app.overriding()).eager
        try app.bootstrap()
        #expect(Corners(container: app).eager !== eager)
    }

    @Test func `throws the error of a typed member`() {
        #expect(throws: Refusal()) { try Corners(container: app).refusing }
    }

    @Test func `substitutes the definition of the member itself, not what it evaluates before`() {
        let corners = Corners(container: app)
        corners.substitute(\.second) { "other" }
        #expect(corners.first == "first")
        #expect(corners.second == "other")
    }

    @Test func `may use a member in another one's substitute`() {
        let corners = Corners(container: app)
        // Keeps its container alive.
        let substitution = corners.substitute(\.second) { corners.first + " again" }
        #expect(corners.second == "first again")
        substitution.remove()
    }

    @Test func `makes an instance that cannot be unwound while another one is`() throws {
        for _ in 0..<3 {
            let pet = try Corners(container: app).pet
            #expect(pet.owner.pet === pet)
            pet.owner.pet = nil
        }
    }

    @Test func `releases a layer's instances of a removed substitute`() {
        let overlay = Corners(container: app.overriding())
        weak var fake: User?
        do {
            let user = User()
            fake = user
            let substitution = Corners(container: app).substitute(\.user) { user }
            #expect(overlay.user === user)
            substitution.remove()
        }
        #expect(fake == nil)
        #expect(overlay.user === overlay.user)

        let other = User()
        Corners(container: app).substitute(\.user) { other }
        #expect(overlay.user === other)
    }

    @Test func `leaves the member's dependencies in the graph, not its substitute's`() {
        let corners = Corners(container: app)
        let substitution = corners.substitute(\.user) { User() }
        _ = corners.watched
        substitution.remove()
        _ = corners.user
        #expect(app.validate().errors.isEmpty)
    }
}
