// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

private final class Visit: Sendable {}
private final class Desk: Sendable {
    let visit: Visit
    init(visit: Visit) { self.visit = visit }
}
private final class Clerk: Sendable {
    let visit: Provider<Visit>
    init(visit: Provider<Visit>) { self.visit = visit }
}
private final class Holder<Held: Sendable>: Sendable {
    let held: Held
    init(_ held: Held) { self.held = held }
}
private protocol Staff: Sendable { var visit: Provider<Visit> { get } }
extension Clerk: Staff {}

extension ScopeName {
    fileprivate static let login: ScopeName = "login"
}

/// What validation says of a provider is what happens when it is called.
@Suite struct `A finding about a provider` {
    private func town(_ register: (Container) -> Void = { _ in }) -> Container {
        Container(name: "town") {
            $0.register(.scoped(.login)) { Visit() }
            register($0)
        }
    }

    /// Whether a container's validation has it.
    private func isFound(_ container: Container) -> Bool {
        container.validate().errors.contains { $0.code == .missingScope }
    }

    /// Whether a provider fails because a scope is not open.
    private func fails<T>(_ body: () throws -> T) -> Bool {
        let error = #expect(throws: ResolutionError.self) { try body() }
        return error?.code == .missingScope
    }

    @Test func `is true of every singleton outside`() throws {
        let town = town {
            $0.register(.singleton) { Clerk(visit: $0) }
            $0.register(.weakSingleton, tag: "weak") { Clerk(visit: $0) }
            $0.register(.eagerSingleton, tag: "eager") { Clerk(visit: $0) }
        }
        #expect(town.validate().errors.map(\.code) == Array(repeating: .missingScope, count: 3))

        let scope = try town.openScope(.login)
        #expect(isFound(scope))
        for tag in [nil, "weak", "eager"] as [DefinitionTag?] {
            for container in [scope, town] {
                let clerk = try container.resolve(Clerk.self, tag: tag)
                #expect(fails { try clerk.visit() })
            }
        }
    }

    @Test func `is missing where a scope encloses what keeps the singleton`() throws {
        let town = town()
        func register(_ container: Container) {
            container.register(.singleton) { Clerk(visit: $0) }
            container.register(.weakSingleton, tag: "weak") { Clerk(visit: $0) }
        }
        let own = try town.openScope(.login) { register($0) }
        let scope = try town.openScope(.login)
        let child = Container(parent: scope) { register($0) }
        let inner = try scope.openScope("visit") { register($0) }
        let overlay = scope.overriding { register($0) }

        for container in [own, child, inner, overlay] {
            #expect(container.validate().errors == [])
            for tag in [nil, "weak"] as [DefinitionTag?] {
                let clerk = try container.resolve(Clerk.self, tag: tag)
                #expect(try clerk.visit() === container.resolve(Visit.self))
            }
        }
    }

    @Test func `is missing for an overlay of a scope, which keeps its own`() throws {
        let town = town { $0.register(.singleton) { Clerk(visit: $0) } }
        let scope = try town.openScope(.login)
        let overlay = scope.overriding { $0.register { 1 } }

        let clerk = try overlay.resolve(Clerk.self)
        #expect(throws: Never.self) { try clerk.visit() }
        #expect(!isFound(overlay))
        #expect(isFound(town.overriding { $0.register { 1 } }))
    }

    @Test func `is missing for what a decorator in the scope holds`() throws {
        let town = town { $0.register(.singleton) { Holder(1) } }
        let scope = try town.openScope(.login) {
            $0.decorate(Holder<Int>.self) { original, r in
                let visit: Provider<Visit> = r.provider()
                _ = try visit()
                return original
            }
        }

        #expect(throws: Never.self) { try scope.resolve(Holder<Int>.self) }
        #expect(!isFound(scope))
    }

    @Test func `is true of what is shared, too`() throws {
        let town = town {
            $0.register(.shared) { Clerk(visit: $0) }
            $0.register(.singleton) { (clerk: Clerk) in Holder(clerk) }
            $0.register { (clerk: Clerk, holder: Holder<Clerk>) in Holder([clerk, holder.held]) }
        }
        let scope = try town.openScope(.login)
        // The singleton has one of its own.
        let both = try scope.resolve(Holder<[Clerk]>.self).held
        #expect(try both[0].visit() === scope.resolve(Visit.self))
        #expect(fails { try both[1].visit() })
        #expect(town.validate().errors.map(\.code) == [.missingScope])
    }

    @Test func `is true of an input`() throws {
        let town = Container(name: "town") {
            $0.expects(Visit.self, in: .login)
            $0.register(.singleton) { Clerk(visit: $0) }
        }
        let scope = try town.openScope(.login) { $0.provide(Visit()) }

        #expect(isFound(town))
        #expect(isFound(scope))
        #expect(fails { try scope.resolve(Clerk.self).visit() })
    }

    @Test func `is missing for an input that an overlay brings`() throws {
        let town = Container(name: "town") {
            $0.expects(Visit.self)
            $0.register(.singleton) { Clerk(visit: $0) }
        }
        let visit = Visit()
        let overlay = town.overriding { $0.provide(visit) }

        #expect(try overlay.resolve(Clerk.self).visit() === visit)
        #expect(town.validate().findings == [])
        #expect(overlay.validate().findings == [])
    }

    @Test func `is true of an optional, but not of an input that may be left out`() throws {
        let town = town { $0.register(.singleton) { (visit: Provider<Visit?>) in Holder(visit) } }
        let input = Container(name: "town") {
            $0.expects(Visit?.self, in: .login)
            $0.register(.singleton) { (visit: Provider<Visit?>) in Holder(visit) }
        }

        #expect(isFound(town))
        #expect(!isFound(input))
        let scope = try town.openScope(.login)
        let (kept, free) = (
            try scope.resolve(Holder<Provider<Visit?>>.self),
            try input.openScope(.login).resolve(Holder<Provider<Visit?>>.self)
        )
        #expect(fails { try kept.held() })
        #expect(try free.held() == nil)
    }

    @Test func `is missing where other arguments find another definition`() throws {
        let town = town {
            $0.register { (_: inout Resolver, _: Int) in Visit() }
            $0.register(.singleton) { Clerk(visit: $0) }
        }
        let scoped = Container(name: "town") {
            $0.register(.scoped(.login)) { (_: inout Resolver, _: Int) in Visit() }
            $0.register { (_: inout Resolver, _: String) in Visit() }
            $0.register(.singleton) { Clerk(visit: $0) }
        }
        let only = Container(name: "town") {
            $0.register(.scoped(.login)) { (_: inout Resolver, _: Int) in Visit() }
            $0.register(.singleton) { Clerk(visit: $0) }
        }
        #expect(throws: Never.self) { try town.resolve(Clerk.self).visit(1) }
        #expect(throws: Never.self) { try scoped.resolve(Clerk.self).visit("1") }
        #expect(fails { try only.resolve(Clerk.self).visit(1) })
        #expect(!isFound(town))
        #expect(!isFound(scoped))
        #expect(isFound(only))
    }

    @Test func `heeds tags`() throws {
        let town = town {
            $0.register(tag: "guest") { Visit() }
            $0.register(.singleton) { r in Clerk(visit: r.provider(tag: "guest")) }
            $0.register(.singleton, tag: "x") { r in
                let none: Provider<Visit> = r.provider(tag: "none")
                return Clerk(visit: none)
            }
        }
        #expect(throws: Never.self) { try town.resolve(Clerk.self).visit() }
        _ = try town.resolve(Clerk.self, tag: "x")
        #expect(!isFound(town))
    }

    @Test func `is true of what another type forwards to`() throws {
        let town = town {
            $0.register(.singleton) { Clerk(visit: $0) }.implements((any Staff).self) { $0 }
            $0.register(.singleton) { (s: any Staff) in Holder(s) }
        }
        #expect(town.validate().errors.map(\.code) == [.missingScope])
        #expect(fails { try town.resolve(Holder<any Staff>.self).held.visit() })
    }

    @Test func `is true of what needs it further on`() throws {
        let town = town {
            $0.register { (visit: Visit) in Desk(visit: visit) }
            $0.register(.singleton) { (d: Provider<Desk>) in Holder(d) }
        }
        #expect(isFound(town))
        #expect(fails { try town.resolve(Holder<Provider<Desk>>.self).held() })
    }

    @Test func `is true across links`() throws {
        let town = town()
        let scope = try town.openScope(.login)
        let outside = Container(name: "outside") { $0.register(.singleton) { Clerk(visit: $0) } }
        let inside = Container(name: "inside") { $0.register(.singleton) { Clerk(visit: $0) } }
        inside.link(with: scope)
        #expect(inside.validate().errors == [])
        outside.link(with: town)

        #expect(isFound(outside))
        #expect(fails { try outside.resolve(Clerk.self).visit() })
        #expect(try inside.resolve(Clerk.self).visit() === scope.resolve(Visit.self))
    }

    @Test func `is true of what asks in the wrong lane later`() async throws {
        let town = Container(name: "town") {
            $0.register { () async -> Visit in Visit() }
            $0.register { Clerk(visit: $0) }
            $0.register { (visit: Provider<Visit>) in Desk(visit: try visit()) }
        }

        let warnings = town.validate().warnings
        #expect(warnings.map(\.code) == [.needsAsync, .needsAsync])
        // While the holder is made it may work, so it is no error.
        _ = try await town.async.resolve(Desk.self)
        let clerk = try await town.async.resolve(Clerk.self)
        #expect(throws: ResolutionError.self) { try clerk.visit() }
    }
}

// @unchecked: one thread uses it.
private final class Lazy<Value>: @unchecked Sendable {
    let visit: LazyResolved<Value>
    init(_ visit: LazyResolved<Value>) { self.visit = visit }
}

// @unchecked: one thread uses it.
private final class Screen: @unchecked Sendable {
    @Resolved var visit: Visit
    @Resolved var maybe: Int?
    init(in container: Container) {
        _visit = Resolved(in: container)
        _maybe = Resolved(in: container)
    }
}

/// What validation says of a lazy property is what happens when it is read.
@Suite struct `A finding about a lazy property` {
    private static let file: StaticString = "Town/Wiring.swift"

    private func town(_ register: (Container) -> Void) -> Container {
        Container(name: "town") {
            $0.register(.scoped(.login), file: Self.file, line: 1) { Visit() }
            register($0)
        }
    }

    @Test func `comes once a singleton was made, with the words of its error`() throws {
        let town = town {
            $0.register(.singleton, file: Self.file, line: 2) { [unowned town = $0] in
                Lazy<Visit>(LazyResolved(in: town))
            }
        }
        let lazy = try town.openScope(.login).resolve(Lazy<Visit>.self)

        let error = try #require(throws: ResolutionError.self) { try lazy.visit.get() }
        #expect(town.validate().errors.map { $0.rendered() } == [error.description])
        #expect(error.diagnostic.path.map(\.relation) == [.needs, .deferred])
        try expectGolden(error.description, "lazy-property-of-scoped")
    }

    @Test func `comes for an optional and for a property that is no constant`() throws {
        let town = town {
            $0.register(.singleton) { [unowned town = $0] in
                Lazy<Visit?>(LazyResolved(in: town))
            }
            $0.register(.singleton) { [unowned town = $0] in Screen(in: town) }
        }
        let scope = try town.openScope(.login)
        let lazy = try scope.resolve(Lazy<Visit?>.self)
        let screen = try scope.resolve(Screen.self)

        #expect(throws: ResolutionError.self) { try lazy.visit.get() }
        #expect(screen.maybe == nil)
        #expect(town.validate().errors.map(\.code) == [.missingScope, .missingScope])
        #expect(town.validate().errors.allSatisfy { $0.path.last?.key.type.description == "Visit" })
    }

    @Test func `is missing where the property can be read`() throws {
        let town = town {
            $0.register { 1 }
            $0.register(.singleton) { [unowned town = $0] in
                Lazy<String?>(LazyResolved(in: town))
            }
            $0.register(.singleton) { [unowned town = $0] in
                Lazy<[Int]>(LazyResolved(in: town))
            }
            // Asks the container that is current when it is read.
            $0.register(.singleton) { Lazy<Visit>(LazyResolved()) }
        }
        let scope = try town.openScope(.login) {
            $0.register(.scoped(.login), tag: "kept") { [unowned scope = $0] in
                Lazy<Visit>(LazyResolved(in: scope))
            }
        }

        #expect(try town.resolve(Lazy<String?>.self).visit.get() == nil)
        #expect(throws: ResolutionError.self) { try town.resolve(Lazy<[Int]>.self).visit.get() }
        #expect(town.validate().errors.map(\.code) == [.missingBinding])
        _ = try town.resolve(Lazy<Visit>.self)
        let lazy = try scope.resolve(Lazy<Visit>.self, tag: "kept")
        #expect(try lazy.visit.get() === scope.resolve(Visit.self))
        #expect(scope.validate().errors.map(\.code) == [.missingBinding])
    }
}
