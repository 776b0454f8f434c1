// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
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

    @Test func `is missing for what is shared with the scope`() throws {
        let town = town {
            $0.register(.shared) { Clerk(visit: $0) }
            $0.register(.singleton) { (clerk: Clerk) in Holder(clerk) }
            $0.register { (clerk: Clerk, holder: Holder<Clerk>) in Holder([clerk, holder.held]) }
        }
        let scope = try town.openScope(.login)
        let both = try scope.resolve(Holder<[Clerk]>.self).held
        for clerk in both { print("SHARED", (try? clerk.visit()) as Any) }
        print("SHARED found", isFound(town), isFound(scope))
    }

    @Test func `is true of an input`() throws {
        let town = Container(name: "town") {
            $0.expects(Visit.self, in: .login)
            $0.register(.singleton) { Clerk(visit: $0) }
        }
        let any = Container(name: "any") {
            $0.expects(Visit.self)
            $0.register(.singleton) { Clerk(visit: $0) }
        }
        print("INPUT", town.validate(), any.validate())
        let scope = try town.openScope(.login) { $0.provide(Visit()) }
        print("INPUT scope", scope.validate())
        do { _ = try scope.resolve(Clerk.self).visit() } catch { print("INPUT error", error) }
        let child = Container(parent: any) { $0.provide(Visit()) }
        print("INPUT child", child.validate())
        do { _ = try child.resolve(Clerk.self).visit() } catch { print("INPUT error", error) }
    }

    @Test func `is true of optionals`() throws {
        let town = town { $0.register(.singleton) { (v: Provider<Visit?>) in Holder(v) } }
        let input = Container(name: "town") {
            $0.expects(Visit?.self, in: .login)
            $0.register(.singleton) { (v: Provider<Visit?>) in Holder(v) }
        }
        print("OPT", town.validate(), input.validate())
        for container in [town, input] {
            let scope = try container.openScope(.login)
            do { print("OPT", try scope.resolve(Holder<Provider<Visit?>>.self).held() as Any) } catch {
                print("OPT error", error)
            }
        }
        let maybe = town
        maybe.register(.singleton) { r in Holder((1, try r.resolve(Visit?.self))) }
        do { _ = try maybe.resolve(Holder<(Int, Visit?)>.self) } catch { print("OPT direct", error.self) }
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

    @Test func `is true of a link`() throws {
        let town = town()
        let other = Container(name: "other") { $0.register(.singleton) { Clerk(visit: $0) } }
        other.link(with: town)
        let scope = try town.openScope(.login)
        let third = Container(name: "third") { $0.register(.singleton) { Clerk(visit: $0) } }
        third.link(with: scope)
        print("LINK", isFound(other), isFound(third))
        do { _ = try other.resolve(Clerk.self).visit() } catch { print("LINK other", error) }
        do { _ = try third.resolve(Clerk.self).visit() } catch { print("LINK third", error) }
    }

    @Test func `in another lane, called at once`() async throws {
        let town = Container(name: "town") {
            $0.register { () async -> Visit in Visit() }
            $0.register { (v: Provider<Visit>) in Desk(visit: try v()) }
            $0.register { (r: inout AsyncResolver) async throws in
                let v: Provider<Visit> = r.provider()
                return Holder(try v())
            }
        }
        do { _ = try await town.async.resolve(Desk.self); print("LANE ok") } catch { print("LANE", error) }
        do { _ = try await town.async.resolve(Holder<Visit>.self); print("LANE ok") } catch { print("LANE", error) }
        print("LANE", town.validate())
    }

    @Test @MainActor func `in the main lane, called at once`() async throws {
        let town = Container(name: "town") {
            $0.main.register { Model() }
            $0.main.register { (v: Provider<Model>) in Pane(try v()) }
            $0.main.register(.singleton) { Pane2() }
            $0.main.register(tag: "s") { Draft() }
        }
        do { _ = try town.main.resolve(Pane.self); print("MAIN ok") } catch { print("MAIN", error) }
        print("MAIN", town.validate())
        let d: AsyncProvider<Draft> = town.async.provider(tag: "s")
        do { _ = try await d(); print("MAIN ok") } catch { print("MAIN", error) }
    }
}
@MainActor private final class Model {}
@MainActor private final class Pane { init(_ m: Model) {} }
@MainActor private final class Pane2 { }
private final class Draft {}
// @unchecked: one thread.
private final class Lazy: @unchecked Sendable {
    let visit: LazyResolved<Visit>
    init(_ c: Container?) { visit = LazyResolved(in: c) }
}
private final class LazyMaybe: @unchecked Sendable {
    let visit: LazyResolved<Visit?>
    init(_ c: Container?) { visit = LazyResolved(in: c) }
}
private final class Kept: @unchecked Sendable {
    @Resolved var visit: Visit
    @Resolved var maybe: Visit?
    init(_ c: Container?) {
        _visit = Resolved(in: c)
        _maybe = Resolved(in: c)
    }
}
@Suite struct `A finding about a lazy property` {
    @Test func probe() throws {
        let town = Container(name: "town") {
            $0.register(.scoped(.login)) { Visit() }
            $0.register(.singleton) { [unowned t = $0] in Lazy(t) }
            $0.register(.singleton) { [unowned t = $0] in LazyMaybe(t) }
            $0.register(.singleton) { [unowned t = $0] in Kept(t) }
            $0.register(.singleton, tag: "none") { Lazy(nil) }
        }
        let scope = try town.openScope(.login)
        let a = try scope.resolve(Lazy.self)
        let b = try scope.resolve(LazyMaybe.self)
        let c = try scope.resolve(Kept.self)
        do { _ = try a.visit.get(); print("LAZY ok") } catch { print("LAZY", error) }
        do { _ = try b.visit.get(); print("LAZY ok") } catch { print("LAZY", error) }
        _ = c; print("LAZY", town.validate())
    }
    @Test func unregistered() throws {
        let town = Container(name: "town") {
            $0.register(.singleton) { [unowned t = $0] in LazyMaybe(t) }
        }
        #expect(try town.resolve(LazyMaybe.self).visit.get() == nil)
        #expect(town.validate().findings == [])
    }
}
extension Visit: Equatable { static func == (a: Visit, b: Visit) -> Bool { a === b } }
