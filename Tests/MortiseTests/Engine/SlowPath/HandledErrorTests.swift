// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// User code may handle an error while a cycle is being closed.
@Suite struct `An error that is handled inside a cycle` {
    private struct Own: Error {}

    private final class Whole: Sendable {
        let part: Part?
        init(part: Part?) { self.part = part }
    }
    private final class Part: Sendable {
        let whole = WeakPocket<Whole>()
        let note = Pocket<String>()
    }
    /// Stands between a step and the whole.
    private final class Between: Sendable {
        let whole: Whole?
        init(whole: Whole?) { self.whole = whole }
    }

    private static func container(
        step: @escaping @Sendable (inout Resolver, Part) throws -> Void
    ) -> Container {
        Container {
            $0.register(.singleton) { Whole(part: try $0.resolve(Part.self)) }
            $0.register(.singleton) { Part() }.injecting(step)
        }
    }

    @Test func `by a step, which throws its own, changes nothing`() throws {
        let container = Self.container { resolver, part in
            do {
                part.whole.value = try resolver.resolve(Whole.self)
            } catch {
                throw Own()
            }
        }

        let whole = try container.resolve(Whole.self)

        #expect(whole.part?.whole.value === whole)
    }

    @Test func `by a step, which goes on, changes nothing`() throws {
        let container = Self.container { resolver, part in
            part.whole.value = try? resolver.resolve(Whole.self)
            part.note.value = part.whole.value == nil ? "without" : "with"
        }

        let whole = try container.resolve(Whole.self)

        #expect(whole.part?.whole.value === whole)
        #expect(whole.part?.note.value == "with")
    }

    @Test func `by a factory between a step and the cycle changes nothing`() throws {
        let container = Self.container { resolver, part in
            part.whole.value = try resolver.resolve(Between.self).whole
        }
        container.register { Between(whole: try? $0.resolve(Whole.self)) }

        let whole = try container.resolve(Whole.self)

        #expect(whole.part?.whole.value === whole)
    }

    @Test func `by a singleton's factory between a step and the cycle changes nothing`() throws {
        let made = Tally()
        let container = Self.container { resolver, part in
            part.whole.value = try resolver.resolve(Between.self).whole
        }
        container.register(.singleton) { resolver in
            made.next()
            return Between(whole: try? resolver.resolve(Whole.self))
        }

        let whole = try container.resolve(Whole.self)
        let between = try container.resolve(Between.self)

        #expect(whole.part?.whole.value === whole)
        #expect(between.whole === whole)
    }

    @Test func `by a factory of a constructor cycle lets the rest succeed`() throws {
        let container = Container {
            $0.register(.singleton) { Whole(part: try? $0.resolve(Part.self)) }
            $0.register(.singleton) { resolver in
                let part = Part()
                part.whole.value = try resolver.resolve(Whole.self)
                return part
            }
        }

        let whole = try container.resolve(Whole.self)
        let part = try container.resolve(Part.self)

        #expect(whole.part == nil)
        #expect(part.whole.value === whole)
    }

    /// Its factory requests an instance that needs it.
    private final class Inner: Sendable {
        let outer: Outer?
        init(outer: Outer?) { self.outer = outer }
    }
    private final class Outer: Sendable {
        let inner: Inner
        init(_ inner: Inner) { self.inner = inner }
    }
    private struct Both {
        let inner: Inner
        let outer: Outer
    }

    private static func containerOfBoth(_ outer: Graph.Lifetime) -> Container {
        Container {
            $0.register(.shared) { Inner(outer: try? $0.resolve()) }
            switch outer {
            case .unique: $0.register { Outer(try $0.resolve()) }
            case .shared: $0.register(.shared) { Outer(try $0.resolve()) }
            case .weakSingleton: $0.register(.weakSingleton) { Outer(try $0.resolve()) }
            default: $0.register(.singleton) { Outer(try $0.resolve()) }
            }
            $0.register { Both(inner: try $0.resolve(), outer: try $0.resolve()) }
        }
    }

    @Test(arguments: [Graph.Lifetime.unique, .shared, .weakSingleton, .singleton])
    func `by a factory of a shared instance leaves one instance in the resolve`(
        outer: Graph.Lifetime
    ) async throws {
        let container = Self.containerOfBoth(outer)
        func expectOne(_ both: Both, isFirst: Bool) {
            // A singleton may hold one of an earlier resolve.
            if isFirst || outer != .singleton { #expect(both.outer.inner === both.inner) }
            #expect(both.inner.outer == nil || both.inner.outer?.inner === both.outer.inner)
        }

        // The first instances are made on the slow path.
        for round in 1...3 {
            expectOne(try container.resolve(), isFirst: round == 1)
            expectOne(try await container.async.resolve(), isFirst: false)
        }
        expectOne(try await Self.containerOfBoth(outer).async.resolve(), isFirst: true)
    }

    /// An attempt that has to await something is unwound, whatever user code makes of the signal.
    @Test func `by a shared factory while something is awaited leaves no incomplete instance`()
        async throws
    {
        let container = Container {
            $0.register { () async in Part() }
            $0.register(.shared) { Whole(part: try? $0.resolve(Part.self)) }
            $0.register { Between(whole: try $0.resolve(Whole.self)) }
        }

        // The first instances are made on the slow path.
        for _ in 1...3 {
            let between = try await container.async.resolve(Between.self)
            #expect(between.whole?.part != nil)
        }
    }

    @Test func `of the step itself reaches the requester when the step runs again`() throws {
        let container = Self.container { resolver, part in
            part.whole.value = try resolver.resolve(Whole.self)
            throw Own()
        }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Whole.self) }

        #expect(error?.code == .injectionFailed)
        #expect(error?.underlying is Own)
    }
}
