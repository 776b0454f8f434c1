// SPDX-License-Identifier: MIT

import Mortise
import Testing

private final class First: @unchecked Sendable {
    // Weak: the container keeps both, and there is no retain cycle.
    weak var second: Second?
}

private final class Second: Sendable {}

private final class Late: Sendable {}

private struct Refusal: Error {}

/// An error whose `deinit` resolves.
private final class ResolvingAtLast: Error {
    private let container: Container

    init(_ container: Container) { self.container = container }

    deinit { _ = try? container.resolve(Late.self) }
}

@Suite(.timeLimit(.minutes(15))) struct `An error that fails an instance another thread holds` {
    @Test func `is released outside the locks`() async {
        let other = Container { $0.register(.singleton) { Late() } }
        let firstExists = Flag()
        let firstFailed = Flag()
        let container = Container {
            $0.register(.singleton) { _ in First() }
                .injecting { resolver, first in
                    firstExists.set()
                    while waiters(of: First.self) == 0 { Nap.once() }
                    first.second = try resolver.resolve()
                }
                .injecting { _, _ in throw ResolvingAtLast(other) }
            $0.register(.singleton) { _ in Second() }.injecting { resolver, _ in
                _ = try? resolver.resolve(First.self)
                firstFailed.sleepUntilSet()
                throw Refusal()
            }
        }
        async let first: Void = {
            _ = await onThread { _ = try? container.resolve(First.self) }
            firstFailed.set()
        }()
        await eventually { firstExists.isSet }
        async let second = onThread { _ = try? container.resolve(Second.self) }
        _ = await (first, second)

        #expect(throws: Never.self) { try other.resolve(Late.self) }
    }
}
