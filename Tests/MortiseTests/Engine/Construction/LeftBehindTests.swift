// SPDX-License-Identifier: MIT

import Testing

@testable import Mortise

private final class Fragment: @unchecked Sendable {
    // Weak: the container keeps both, and there is no retain cycle.
    weak var other: Counterpart?
}

private final class Counterpart: @unchecked Sendable {
    let isFinished = Flag()
}

private final class Owner: Sendable {}

private struct Refusal: Error {}

@Suite(.timeLimit(.minutes(15))) struct `The leftover of a failed resolve` {
    /// One thread builds a part that needs another thread's unfinished instance, and then fails.
    ///
    /// The part is complete, and stays until the other instance is.
    private struct Situation {
        let otherStepRuns = Flag()
        let ownerAsks = Flag()
        let ownerFailed = Flag()
        let otherGoesOn = Flag()

        func container(otherFails: Bool) -> Container {
            let runs = Counter()
            let owners = Counter()
            return Container {
                $0.register(.singleton) { _ in Fragment() }
                    .injecting { resolver, part in part.other = try resolver.resolve() }
                $0.register(.singleton) { _ in Counterpart() }.injecting { resolver, other in
                    guard runs.increment() == 1 else { return other.isFinished.set() }
                    otherStepRuns.set()
                    ownerAsks.sleepUntilSet()
                    // A deadlock of two threads: the other one is resumed, and fails.
                    _ = try? resolver.resolve(Owner.self)
                    ownerFailed.set()
                    otherGoesOn.sleepUntilSet()
                    if otherFails { throw Refusal() }
                    other.isFinished.set()
                }
                $0.register(.singleton) { resolver -> Owner in
                    guard owners.increment() == 1 else { throw Refusal() }
                    ownerAsks.set()
                    while waiters(of: Owner.self) == 0 { Nap.once() }
                    _ = try resolver.resolve(Fragment.self)
                    throw Refusal()
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `is not the next resolve's own, on the same thread`(otherFails: Bool) async throws {
        let situation = Situation()
        let container = situation.container(otherFails: otherFails)
        async let other = onThread { try container.resolve(Counterpart.self) }
        await eventually { situation.otherStepRuns.isSet }

        // Both resolves on one thread: the first fails and leaves the part behind, the second requests it.
        async let part = onThread {
            #expect(throws: ResolutionError.self) { try container.resolve(Owner.self) }
            situation.ownerFailed.sleepUntilSet()
            return try container.resolve(Fragment.self)
        }
        await eventually { situation.ownerFailed.isSet }
        await eventually { waiters(of: Fragment.self) > 0 }
        situation.otherGoesOn.set()

        let (first, second) = await (other, part)
        // A failure reaches the waiters; a later request gets a new part.
        let kept = try container.resolve(Fragment.self)
        #expect(kept.other?.isFinished.isSet == true)
        guard !otherFails else {
            #expect(throws: ResolutionError.self) { try first.get() }
            return
        }
        let (whole, same) = try (first.get(), second.get())
        #expect(same === kept)
        #expect(whole === kept.other)
    }
}

private final class First: @unchecked Sendable { var second: Second? }
private final class Second: @unchecked Sendable { var third: Third? }
private final class Third: Sendable {}
private final class Fourth: @unchecked Sendable { var first: First? }
private final class Fifth { var second: Second? }

@Suite(.timeLimit(.minutes(15))) struct `A failure that two threads both handle` {
    @Test func `wakes the thread whose part was committed with its awaited instance`() async throws
    {
        let (isInStep, isInFactory) = (Flag(), Flag())
        let container = Container {
            $0.register(.singleton) { First() }
                .injecting { resolver, first in first.second = try resolver.resolve() }
            $0.register(.singleton) { Second() }.injecting { resolver, second in
                isInStep.set()
                isInFactory.sleepUntilSet()
                second.third = try? resolver.resolve()
            }
            $0.register(.singleton) { (resolver: inout Resolver) throws -> Third in
                isInFactory.set()
                let _: Fourth = try resolver.resolve()
                throw Refusal()
            }
            $0.register(.singleton) { Fourth() }
                .injecting { resolver, fourth in fourth.first = try resolver.resolve() }
            $0.register { Fifth() }.injecting { resolver, fifth in
                _ = try? resolver.resolve(Third.self)
                fifth.second = try resolver.resolve()
            }
        }

        async let first = onThread { try container.resolve(First.self) }
        await eventually { isInStep.isSet }
        async let second = onThread { try container.resolve(Fifth.self).second }

        #expect(try await second.get() === first.get().second)
    }
}
