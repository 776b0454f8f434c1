// SPDX-License-Identifier: MIT

import Mortise
import Testing

private final class Slow: Sendable {}

@Suite(.timeLimit(.minutes(15))) struct `Many waiters for one instance` {
    @Test func `all get it, if they are tasks`() async throws {
        let goesOn = Gate()
        let container = Container {
            $0.register(.singleton) { (_: inout AsyncResolver) async -> Slow in
                await goesOn.wait()
                return Slow()
            }
        }
        let count = 4000
        let instances = try await withThrowingTaskGroup(of: Slow.self) { group in
            for _ in 0..<count { group.addTask { try await container.async.resolve() } }
            await eventually { waiters(of: Slow.self) >= count }
            goesOn.open()
            return try await group.reduce(into: Set<ObjectIdentifier>()) {
                $0.insert(ObjectIdentifier($1))
            }
        }

        #expect(instances.count == 1)
    }

    @Test func `all get it, if they are threads with builds of their own`() async throws {
        let isInFactory = Flag()
        let goesOn = Flag()
        let container = Container {
            $0.register(.singleton) {
                isInFactory.set()
                goesOn.sleepUntilSet()
                return Slow()
            }
            for index in 0..<100 {
                $0.register(.singleton, tag: index) { resolver -> [Slow] in
                    [try resolver.resolve()]
                }
            }
        }
        async let first = onThread { try container.resolve(Slow.self) }
        await eventually { isInFactory.isSet }
        let outcomes = await withTaskGroup(of: Result<[Slow], any Error>.self) { group in
            for index in 0..<100 {
                group.addTask {
                    await onThread { try container.resolve([Slow].self, tag: index) }
                }
            }
            await eventually { waiters(of: Slow.self) >= 100 }
            goesOn.set()
            return await group.reduce(into: []) { $0.append($1) }
        }
        let slow = try await first.get()

        for outcome in outcomes {
            let instances = try outcome.get()
            #expect(instances.first === slow)
        }
    }
}
