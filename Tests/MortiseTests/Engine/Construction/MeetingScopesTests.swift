// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// Interactions of scopes, containers and failures.
@Suite struct `Scopes that meet` {
    private struct Jammed: Error {}
    private final class Core: Sendable {}
    private final class Shell: Sendable {
        let core: Core
        init(_ core: Core) { self.core = core }
    }
    private final class Late: Sendable {
        let shell = Pocket<Shell>()
    }

    @Test func `a shared instance lives for all of a resolve that crosses containers`() throws {
        let parent = Container {
            $0.register(.shared) { Core() }
            $0.register { Shell(try $0.resolve()) }
        }
        let child = Container(parent: parent) {
            $0.register { try ($0.resolve(Shell.self).core, $0.resolve(Core.self)) }
        }

        let (first, second) = try child.resolve((Core, Core).self)

        #expect(first === second)
    }

    @Test func `a singleton of a parent does not get the shared instance of a child's view`() throws
    {
        let parent = Container {
            $0.register { "parent" }
            $0.register(.shared) { [try $0.resolve(String.self)] }
            $0.register(.singleton) { Set(try $0.resolve([String].self)) }
        }
        let child = Container(parent: parent) {
            $0.register { "child" }
            $0.register { try ($0.resolve([String].self), $0.resolve(Set<String>.self)) }
        }

        let (list, set) = try child.resolve(([String], Set<String>).self)

        #expect(list == ["child"])
        #expect(set == ["parent"])
    }

    @Test func `a singleton's failure inside a step leaves the step's instance alone`() throws {
        let attempts = Tally()
        let container = Container {
            $0.register(.singleton) { () throws -> Core in
                if attempts.next() == 1 { throw Jammed() }
                return Core()
            }
            $0.register(.singleton) { Shell(try $0.resolve()) }
            $0.register(.singleton) { Late() }
                .injecting { $1.shell.value = try? $0.resolve(Shell.self) }
        }

        let late = try container.resolve(Late.self)
        let shell = try container.resolve(Shell.self)

        #expect(late.shell.value == nil)
        #expect(late === (try container.resolve(Late.self)))
        #expect(shell.core === (try container.resolve(Core.self)))
        #expect(attempts.count == 2)
    }

    @Test func `a weak singleton that a singleton holds lives on`() throws {
        let made = Tally()
        let container = Container {
            $0.register(.weakSingleton) {
                made.next()
                return Core()
            }
            $0.register(.singleton) { Shell(try $0.resolve()) }
        }

        let shell = try container.resolve(Shell.self)

        #expect(shell.core === (try container.resolve(Core.self)))
        #expect(made.count == 1)
    }

    @Test func `a weak singleton of a failed resolve is gone`() throws {
        let made = WeakPocket<Core>()
        let container = Container {
            $0.register(.weakSingleton) {
                let core = Core()
                made.value = core
                return core
            }
            $0.register { resolver -> Shell in
                _ = try resolver.resolve(Core.self)
                throw Jammed()
            }
        }

        #expect(throws: ResolutionError.self) { try container.resolve(Shell.self) }

        #expect(made.value == nil)
    }

    @Test func `a singleton registered by a factory is the container's from then on`() throws {
        let container = Container()
        container.register { [unowned container] (resolver: inout Resolver) in
            container.register(.singleton) { Core() }
            return Shell(try resolver.resolve())
        }

        let shell = try container.resolve(Shell.self)

        #expect(shell.core === (try container.resolve(Core.self)))
    }

    @Test func `a removal during a resolve does not end it`() throws {
        let container = Container()
        let definition = container.register(.singleton) { Core() }
        // A definition keeps its container: drop the factory that captured it.
        defer { container.reset() }
        container.register { [unowned container] (resolver: inout Resolver) in
            container.remove(definition)
            return Shell(try resolver.resolve())
        }

        weak let core = try container.resolve(Shell.self).core

        #expect(core == nil)
        #expect(try container.resolve(Core?.self) == nil)
    }

    @Test func `a step of a replaced definition still runs for the resolve that started with it`()
        throws
    {
        let seen = Journal<String>()
        let container = Container()
        container.register(.singleton, as: Core.self) { [unowned container] in
            container.register(.singleton) { Core() }.replacing()
            return Core()
        }
        .injecting { _, _ in seen.note("step") }
        .didResolve { _ in seen.note("did") }

        let old = try container.resolve(Core.self)
        let new = try container.resolve(Core.self)

        #expect(old !== new)
        #expect(seen.entries == ["step", "did"])
    }

    @Test func `two containers may have a property cycle between them`() throws {
        let first = Container(name: "first")
        let second = Container(name: "second")
        first.register(.singleton) { [unowned second] in Shell(try second.resolve(Core.self)) }
        second.register(.singleton) { Core() }
            .injecting { [unowned second] _, _ in
                second.register { try first.resolve(Shell.self) }
                _ = try second.resolve(Shell.self)
            }

        let shell = try first.resolve(Shell.self)

        #expect(shell === (try second.resolve(Shell.self)))
        #expect(shell.core === (try second.resolve(Core.self)))
    }

    @Test func `a shared instance is not confused with another container's`() throws {
        let register: (Container) -> Void = { $0.register(.shared) { Core() } }
        let first = Container(register)
        let second = Container(register)
        let both = Container {
            $0.register { try (first.resolve(Core.self), second.resolve(Core.self)) }
        }

        let (one, other) = try both.resolve((Core, Core).self)

        #expect(one !== other)
    }
}
