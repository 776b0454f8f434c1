// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private struct Refusal: Error {}

@Suite("A failure after a postponed step", .timeLimit(.minutes(15)))
struct PostponedFailureTests {
    @Test func `is handled by its requester only`() throws {
        // Blue's factory requests green, whose step requests red, which needs blue: green's step waits for
        // blue. Then blue is refused, and its requester handles the error.
        let census = Census()
        let container = Container {
            $0.register(.singleton) { resolver in
                Part<Blue>(census, next: try resolver.resolve(Part<Green>.self))
            }.injecting { _, _ in throw Refusal() }
            $0.register(.singleton) { Part<Green>(census) }
                .injecting { resolver, green in
                    green.back = try resolver.resolve(Part<Red>.self)
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

    @Test func `leaves no holder of a dropped instance behind`() throws {
        // The shared instance needs green. Green's step requests blue, which requests the shared one: the
        // step waits for it. Then blue is made, and holds it; but green's step is refused.
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

    @Test func `fails waiting instances too, so that a handled failure stays handled`() throws {
        // Red requests blue, and handles errors. Blue needs green. Green's step requests a part whose own
        // step waits for blue, and then requests red: it waits for that. When blue exists, the part is
        // refused. So are green, which holds it, and blue. Nothing is left that waits for red.
        let census = Census()
        let refusals = Tally()
        let container = Container {
            $0.register(.singleton) {
                Part<Red>(census, next: try? $0.resolve(Part<Blue>.self))
            }
            $0.register(.singleton) {
                Part<Blue>(census, next: try $0.resolve(Part<Green>.self))
            }
            $0.register(.singleton) { Part<Green>(census) }
                .injecting { resolver, green in
                    green.next = try resolver.resolve(Part<Int>.self)
                    green.back = try resolver.resolve(Part<Red>.self)
                }
            $0.register { Part<Int>(census) }
                .injecting { resolver, part in
                    part.back = try resolver.resolve(Part<Blue>.self)
                    refusals.next()
                    throw Refusal()
                }
        }

        let red = try container.resolve(Part<Red>.self)

        #expect(red.next == nil)
        #expect(refusals.count == 1)
        #expect(throws: ResolutionError.self) { try container.resolve(Part<Green>.self) }
    }

    @Test func `is not remembered: a new request gets another instance`() throws {
        // Green's step requests blue, and then red, which is in its factory: green waits for that. Then
        // blue's step is refused, and red, which handles errors, requests green again.
        let census = Census()
        let refusals = Tally()
        let container = Container {
            $0.register(.singleton) { resolver in
                let first = try? resolver.resolve(Part<Blue>.self)
                let second = try resolver.resolve(Part<Green>.self)
                return Part<Red>(census, next: first ?? second)
            }
            $0.register(.singleton) { Part<Blue>(census) }
                .injecting { resolver, blue in
                    blue.back = try resolver.resolve(Part<Green>.self)
                    if refusals.next() == 1 { throw Refusal() }
                }
            $0.register(.singleton) { Part<Green>(census) }
                .injecting { resolver, green in
                    green.next = try resolver.resolve(Part<Blue>.self)
                    green.back = try resolver.resolve(Part<Red>.self)
                }
        }
        defer { container.reset() }

        let red = try container.resolve(Part<Red>.self)

        let green = try container.resolve(Part<Green>.self)
        #expect(red.next === green)
        #expect(green.back === red)
        #expect(green.next === (try container.resolve(Part<Blue>.self)))
    }

    @Test func `leaves no shared instance behind that holds a refused one`() throws {
        // Red needs green, and green needs a part. The part's step waits for red, and is refused the first
        // time. By then green is made.
        let census = Census()
        let refusals = Tally()
        let container = Container {
            $0.register(.shared) {
                Part<Red>(census, next: try $0.resolve(Part<Green>.self))
            }
            $0.register(.shared) {
                Part<Green>(census, next: try $0.resolve(Part<Int>.self))
            }
            $0.register { Part<Int>(census) }
                .injecting { resolver, part in
                    part.back = try resolver.resolve(Part<Red>.self)
                    if refusals.next() == 1 { throw Refusal() }
                }
            $0.register { resolver in
                let first = try? resolver.resolve(Part<Red>.self)
                return (first, try resolver.resolve(Part<Green>.self))
            }
        }

        let (first, green) = try container.resolve((Part<Red>?, Part<Green>).self)

        #expect(first == nil)
        #expect(green.next?.number == 4)
        #expect(census.living == 2)
    }
}
