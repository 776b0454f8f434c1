// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization
import Testing

@testable import Mortise

// Weak references: the container keeps all of them, and there is no retain cycle.

private final class Head: @unchecked Sendable {
    weak var middle: Middle?
}

private final class Middle: @unchecked Sendable {
    weak var tail: Tail?
}

private final class Tail: @unchecked Sendable {
    weak var head: Head?
}

/// Two asynchronous definitions and a synchronous one between them, in a cycle of properties.
private func mixedCycle() -> Container {
    Container {
        $0.register(.singleton) { (_: inout AsyncResolver) async -> Head in
            await Task.yield()
            return Head()
        }.injecting { resolver, head in head.middle = try resolver.resolve() }
        $0.register(.singleton) { Middle() }
            .injecting { resolver, middle in middle.tail = try resolver.resolve() }
        $0.register(.singleton) { (_: inout AsyncResolver) async -> Tail in
            await Task.yield()
            return Tail()
        }.injecting { resolver, tail in tail.head = try resolver.resolve() }
    }
}

@Suite(.timeLimit(.minutes(15))) struct `A cycle of properties through both lanes` {
    @Test func `ends from both ends, in more copies than the pool has threads`() async throws {
        for _ in 0..<50 {
            let copies = (0..<8).map { _ in mixedCycle() }
            try await withThrowingTaskGroup { group in
                for container in copies {
                    group.addTask { _ = try await container.async.resolve(Head.self) }
                    group.addTask { _ = try await container.async.resolve(Tail.self) }
                }
                try await group.waitForAll()
            }
            for container in copies {
                let head = try container.resolve(Head.self)
                #expect(head.middle?.tail?.head === head)
            }
        }
    }

    @Test func `makes each visible instance once`() async throws {
        for _ in 0..<50 {
            let container = mixedCycle()
            async let first = container.async.resolve(Middle.self)
            async let second = container.async.resolve(Tail.self)
            let (middle, tail) = try await (first, second)

            #expect(middle.tail === tail)
            #expect(try container.resolve(Middle.self) === middle)
        }
    }

    @Test func `never makes a thread wait for a task`() async throws {
        let isReached = Flag()
        let goesOn = Gate()
        let container = mixedCycle()
        container.install {
            $0.register(.singleton) { (_: inout AsyncResolver) async -> Tail in Tail() }
                .injecting { resolver, tail in tail.head = try resolver.resolve() }
                .injecting { resolver, _ in _ = try resolver.resolve(Lock.self) }
                .replacing()
            $0.register(.singleton) { (_: inout AsyncResolver) async -> Lock in
                isReached.set()
                await goesOn.wait()
                return Lock()
            }
        }
        let task = Task { try await container.async.resolve(Tail.self) }
        await eventually { isReached.isSet }

        // By now the middle one is complete, and waits for the one that the gate holds back.
        let outcome = await onThread { try container.resolve(Middle.self) }

        #expect {
            try outcome.get()
        } throws: {
            ($0 as? ResolutionError)?.code == .needsAsync
        }
        goesOn.open()
        let tail = try await task.value
        #expect(try container.resolve(Middle.self).tail === tail)
    }

    private final class Lock: Sendable {}
}

@Suite struct `A task that waits for a thread` {
    private final class Late: Sendable {}

    private final class Client: Sendable {
        let late: Late

        init(_ late: Late) { self.late = late }
    }

    @Test func `tries again if the thread failed for being a thread`() async throws {
        let isInFactory = Flag()
        let goesOn = Flag()
        let runs = Counter()
        let container = Container {
            $0.register(.singleton) { (_: inout AsyncResolver) async -> Late in Late() }
            $0.register(.singleton) { resolver in
                if runs.increment() == 1 {
                    isInFactory.set()
                    goesOn.sleepUntilSet()
                }
                return Client(try resolver.resolve())
            }
        }
        async let thread = onThread { try container.resolve(Client.self) }
        await eventually { isInFactory.isSet }
        let task = Task { try await container.async.resolve(Client.self) }
        await eventually { waiters(of: Client.self) > 0 }
        goesOn.set()

        let outcome = await thread
        #expect(throws: ResolutionError.self) { try outcome.get() }
        let client = try await task.value
        #expect(try container.resolve(Client.self) === client)
    }
}
