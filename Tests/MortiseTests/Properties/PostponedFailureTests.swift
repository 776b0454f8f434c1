// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private struct Refusal: Error {}

@Suite("A failure after a postponed step", .timeLimit(.minutes(5)))
struct PostponedFailureTests {
    @Test func `is forgiven by who asked, and by nobody else's account`() throws {
        // Blue's factory asks for green, whose step asks for red, which is made of blue: green's
        // step waits for blue. Then blue is refused, and the one who asked for it forgives.
        let census = Census()
        let container = Container {
            $0.register(.singleton) { resolver in
                Part<Blue>(census, next: try resolver.resolve(Part<Green>.self))
            }.injecting { _, _ in throw Refusal() }
            $0.register(.singleton) { Part<Green>(census) }
                .injecting { resolver, green in
                    green.next = try resolver.resolve(Part<Red>.self)
                }
            $0.register(.singleton) { resolver in
                Part<Red>(census, next: try resolver.resolve(Part<Blue>.self))
            }
            $0.register(.singleton, as: Part<Int>.self) { resolver in
                Part<Int>(census, next: try? resolver.resolve(Part<Blue>.self))
            }
        }
        defer { container.reset() }

        let forgiving = try container.resolve(Part<Int>.self)

        #expect(forgiving.next == nil)
        #expect(throws: ResolutionError.self) { try container.resolve(Part<Green>.self) }
    }

    @Test func `leaves nothing behind that holds what was dropped`() throws {
        // The shared one is made of green, whose step asks for blue, which asks for the shared one:
        // the step waits for it. Blue is made then, and holds it; but green's step is refused.
        let census = Census()
        let refusals = Tally()
        let container = Container {
            $0.register(.shared) {
                Part<Red>(census, next: try $0.resolve(Part<Green>.self))
            }
            $0.register(.singleton) { Part<Green>(census) }
                .injecting { resolver, _ in
                    _ = try resolver.resolve(Part<Blue>.self)
                    if refusals.next() == 1 { throw Refusal() }
                }
            $0.register(.singleton) {
                Part<Blue>(census, next: try $0.resolve(Part<Red>.self))
            }
        }
        #expect(throws: ResolutionError.self) { try container.resolve(Part<Red>.self) }

        let blue = try container.resolve(Part<Blue>.self)
        let green = try container.resolve(Part<Green>.self)

        #expect(blue.next?.next === green)
    }
}
