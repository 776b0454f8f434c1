// SPDX-License-Identifier: MIT

import MortiseEasyDi
import Testing

import struct Mortise.Locked
import struct Mortise.ResolutionError

// The differences in the article "Migrating from EasyDi" that no other test covers.

@Suite struct `Code written for EasyDi` {
    class Members: Assembly {
        // A cycle through a member with arguments.
        func presenter(id: Int) -> Thing {
            define(init: Thing()) {
                $0.other = self.interactor
                return $0
            }
        }
        var interactor: Thing {
            define(init: Thing()) {
                $0.owner = self.presenter(id: 1)
                return $0
            }
        }
        func keyedPresenter(id: Int) -> Thing {
            define(key: "presenter\(id)", init: Thing()) {
                $0.other = self.keyedInteractor
                return $0
            }
        }
        var keyedInteractor: Thing {
            define(init: Thing()) {
                $0.owner = self.keyedPresenter(id: 1)
                return $0
            }
        }
        // Keys.
        var plain: Thing { define(init: Thing()) }
        var byName: Thing { define(key: "plain", init: Thing()) }
        var nameAndKey: [Thing] { define(init: [plain, byName]) }
        var first: Thing { define(key: "one", init: Thing()) }
        var second: Thing { define(key: "one", init: Thing()) }
        var oneKey: [Thing] { define(init: [first, second]) }
        var number: Int { define(key: "one", init: 1) }
        var oneKeyTwoTypes: [Any] { define(init: [first, number]) }
        var api: Thing { define(scope: .lazySingleton, init: Thing()) }
        // A function that wraps `define`.
        private func single<T>(
            _ make: @autoclosure () -> T,
            definitionKey: StaticString = #function,
            file: StaticString = #fileID,
            line: UInt32 = #line,
            column: UInt32 = #column
        ) -> T {
            define(
                definitionKey: definitionKey,
                scope: .lazySingleton,
                init: make(),
                file: file,
                line: line,
                column: column
            )
        }
        // A wrapper with EasyDi's default for the key.
        private func shared<T>(
            _ make: @autoclosure () -> T,
            key: String = #function,
            definitionKey: StaticString = #function,
            file: StaticString = #fileID,
            line: UInt32 = #line,
            column: UInt32 = #column
        ) -> T {
            define(
                key: key,
                definitionKey: definitionKey,
                init: make(),
                file: file,
                line: line,
                column: column
            )
        }
        func wrappedNumber(id: Int) -> Int { shared(id) }
        var wrappedNumbers: [Int] {
            define(init: [wrappedNumber(id: 1), wrappedNumber(id: 2)])
        }
        var wrapped: Thing { single(Thing()) }
        var alsoWrapped: Thing { single(Thing()) }
        // One needs the other in its initializer, which is injected with it.
        var owner: Thing { define(init: self.made(with: self.owned)) }
        var owned: Thing {
            define(init: Thing()) {
                $0.owner = self.owner
                return $0
            }
        }
        var ends: [Thing] { define(init: [owned, owner]) }
        var tryingOwner: Thing {
            get throws { try define(trying: self.made(with: try self.tryingOwned)) }
        }
        var tryingOwned: Thing {
            get throws {
                try define(trying: Thing()) {
                    $0.owner = try self.tryingOwner
                    return $0
                }
            }
        }
        private func made(with other: Thing) -> Thing {
            let thing = Thing()
            thing.other = other
            return thing
        }
        // Targets of placeholders.
        var single: Thing {
            define(key: "single", scope: .lazySingleton, init: Thing()) {
                $0.other = self.user
                return $0
            }
        }
        var user: Thing {
            define(init: Thing()) {
                $0.owner = self.placeholder
                return $0
            }
        }
        var placeholder: Thing { definePlaceholder(key: "single") }
        // Throwing members.
        private func fail() throws -> Thing { throw CancellationError() }
        var throwing: Thing { get throws { try define(trying: try self.fail()) } }
        var throwingLater: Thing {
            get throws { try define(trying: Thing()) { _ in try self.fail() } }
        }
        // Injecting without `defineInjection`.
        func inject(into thing: Thing) {
            let _: Thing = define(init: thing) {
                $0.name = "injected"
                return $0
            }
        }
    }

    final class Overriding: Members {
        override var api: Thing {
            define(scope: .lazySingleton, init: Thing()) {
                $0.other = super.api
                return $0
            }
        }
    }

    final class Neighbours: Assembly {
        let neighbour = DIContext()
        var plain: [Thing] {
            let members = Members.instance(from: neighbour)
            return define(init: [members.plain, members.plain])
        }
    }

    /// How many presenters were made.
    final class Tally: Sendable {
        static let made = Tally()
        private let counts = Locked<Int>(0)
        func add() { counts.withLock { $0 += 1 } }
        var start: Int { counts.withLock { $0 } }
        func count(since start: Int) -> Int { counts.withLock { $0 } - start }
    }

    final class Presenter {
        let interactor: Interactor
        var router: Thing?
        init(_ interactor: Interactor) {
            self.interactor = interactor
            Tally.made.add()
        }
    }

    final class Interactor {
        var presenter: Presenter?
    }

    final class KeptPresenter {
        let interactor: KeptInteractor
        init(_ interactor: KeptInteractor) { self.interactor = interactor }
    }

    final class KeptInteractor {
        var presenter: KeptPresenter?
    }

    // A presenter that needs its interactor at once, and is injected into it.
    final class Module: Assembly {
        var presenter: Presenter {
            define(init: Presenter(self.interactor)) {
                $0.router = self.router
                return $0
            }
        }
        var interactor: Interactor {
            define(init: Interactor()) {
                $0.presenter = self.presenter
                return $0
            }
        }
        var router: Thing { define(init: Thing()) }
        var screen: [Presenter] { define(init: [presenter, presenter]) }
        var keptPresenter: KeptPresenter {
            define(scope: .lazySingleton, init: KeptPresenter(self.keptInteractor))
        }
        var keptInteractor: KeptInteractor {
            define(init: KeptInteractor()) {
                $0.presenter = self.keptPresenter
                return $0
            }
        }
    }

    @MainActor final class Screen {
        var thing: Thing?
    }

    @MainActor final class Marked: Assembly {
        lazy var first = screen
        var screen: Screen {
            define(init: Screen()) {
                $0.thing = Members.instance(from: self.context).plain
                return $0
            }
        }
    }

    final class Asker: Assembly {
        var marked: Marked { self.context.assembly() }
        @MainActor var screen: Screen { define(init: self.marked.screen) }
    }

    private let context = DIContext()
    private var members: Members { Members.instance(from: context) }

    @Test @MainActor func `may have an assembly of the main actor`() async {
        let context = context
        // Made on another thread.
        let made = await Task.detached {
            ObjectIdentifier(Marked.instance(from: context))
        }.value
        let marked = Marked.instance(from: context)
        #expect(ObjectIdentifier(marked) == made)
        #expect(marked.screen.thing != nil)
        #expect(marked.first === marked.first)
        #expect(Asker.instance(from: context).screen.thing != nil)
    }

    @Test func `E-8: leads back to a member with arguments, with or without a key`() {
        let presenter = members.presenter(id: 1)
        #expect(presenter.other?.owner === presenter)
        let keyed = members.keyedPresenter(id: 1)
        #expect(keyed.other?.owner === keyed)
    }

    @Test func `E-9: shares by key, and not by the name of a member`() async {
        let apart = members.nameAndKey
        #expect(apart[0] !== apart[1])
        let shared = members.oneKey
        #expect(shared[0] === shared[1])
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Members.instance().oneKeyTwoTypes
        }
        #expect(said(result).contains("Expected Int, received Thing, in Members.number at "))
    }

    @Test func `E-9: has an object for a member and one for the overridden member`() {
        let overriding = Overriding.instance(from: context)
        let api = overriding.api
        #expect(api.other != nil)
        #expect(api.other !== api)
        #expect(overriding.api === api)
    }

    @Test func `may wrap define, if it passes on its call site`() {
        let members = members
        #expect(members.wrapped === members.wrapped)
        #expect(members.wrapped !== members.alsoWrapped)
        let fake = Thing()
        members.addSubstitution(for: "wrapped") { fake }
        #expect(members.wrapped === fake)
        #expect(members.alsoWrapped !== fake)
    }

    @Test func `E-8: has one object for all arguments if a wrapper gives it a key`() {
        #expect(members.wrappedNumbers == [1, 1])
    }

    @Test func `E-10: has one graph across contexts`() {
        let things = Neighbours.instance(from: context).plain
        #expect(things[0] === things[1])
    }

    @Test func `E-11: goes back through an initializer, with one object or two`() throws {
        // More than once: later requests take a shorter path.
        for _ in 0..<3 {
            let members = members
            let ends = members.ends
            #expect(ends[0].owner === ends[1])
            #expect(ends[1].other === ends[0])
            // New in Mortise: one object, because the step can run later.
            let owner = try members.tryingOwner
            #expect(owner.other?.owner === owner)
        }
    }

    @Test func `E-11: makes the first object twice if the second is given it while it is made`() {
        for _ in 0..<3 {
            let (module, made) = (Module.instance(from: context), Tally.made.start)
            let presenter = module.presenter
            let interactor = presenter.interactor
            let other = interactor.presenter
            #expect(Tally.made.count(since: made) == 2)
            #expect(other !== presenter)
            #expect(other?.interactor === interactor)
            // Both are injected into.
            #expect(presenter.router != nil)
            #expect(other?.router === presenter.router)
            // The rest of the graph gets the one that was finished last.
            let screen = module.screen
            #expect(screen[0] === screen[1])
            #expect(screen[0].interactor.presenter !== screen[0])
            for object in [presenter, screen[0]] { object.interactor.presenter = nil }
        }
    }

    @Test func `E-11: has one singleton, which both ends get`() {
        let presenter = Module.instance(from: context).keptPresenter
        #expect(presenter.interactor.presenter === presenter)
        #expect(Module.instance(from: context).keptPresenter === presenter)
        presenter.interactor.presenter = nil
    }

    @Test func `E-19: has placeholders for singletons by their keys`() {
        let single = members.single
        #expect(single.other?.owner === single)
    }

    @Test func `E-27: has a closure's error as the underlying error`() {
        for member in [{ try members.throwing }, { try members.throwingLater }] {
            let error = #expect(throws: ResolutionError.self) { try member() }
            #expect(error?.underlying is CancellationError)
        }
    }

    @Test func `E-22: does not inject into substitutes with define`() {
        members.addSubstitution(for: "inject(into:)") { Thing() }
        let thing = Thing()
        members.inject(into: thing)
        #expect(thing.name == "thing")
    }
}
