// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// What user code may do with an error while a cycle is being closed.
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

    @Test func `by a step, which throws one of its own, changes nothing`() throws {
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

    @Test func `that is a step's own reaches who asked, when the step runs again`() throws {
        let container = Self.container { resolver, part in
            part.whole.value = try resolver.resolve(Whole.self)
            throw Own()
        }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Whole.self) }

        #expect(error?.code == .injectionFailed)
        #expect(error?.underlying is Own)
    }
}
