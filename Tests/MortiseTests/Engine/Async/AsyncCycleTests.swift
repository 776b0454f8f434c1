// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private final class A: Sendable {
    let b: B?
    init(_ b: B? = nil) { self.b = b }
}

private final class B: Sendable {
    let a: A?
    init(_ a: A? = nil) { self.a = a }
}

private final class Node: @unchecked Sendable {
    // Weak: the container keeps both, and there is no retain cycle.
    weak var other: Other?
}

private final class Other: Sendable {
    let node: Node
    init(_ node: Node) { self.node = node }
}

@Suite(.timeLimit(.minutes(15))) struct `A cycle of asynchronous definitions` {
    private func isCycle(_ error: any Error) -> Bool {
        (error as? ResolutionError)?.code == .cycle
    }

    @Test func `is an error if all are unique`() async {
        let container = Container {
            $0.register { try await A($0.resolve(B.self)) }
            $0.register { try await B($0.resolve(A.self)) }
        }

        await #expect { try await container.async.resolve(A.self) } throws: { isCycle($0) }
    }

    @Test func `is an error if all are kept, from any end and for any number of tasks`()
        async throws
    {
        for round in 0..<20 {
            let container = Container {
                $0.register(.singleton) { try await A($0.resolve(B.self)) }
                $0.register(.singleton) { try await B($0.resolve(A.self)) }
            }
            let errors = await withTaskGroup(of: (any Error)?.self) { group in
                for index in 0..<4 {
                    group.addTask {
                        do {
                            if (round + index) % 2 == 0 {
                                _ = try await container.async.resolve(A.self)
                            } else {
                                _ = try await container.async.resolve(B.self)
                            }
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.allSatisfy { $0.map(isCycle) == true })
        }
    }

    @Test func `is an error if it goes through a synchronous definition`() async {
        let container = Container {
            $0.register(.singleton) { try await A($0.resolve(B.self)) }
            $0.register(.singleton) { try B($0.resolve(A.self)) }
        }

        await #expect { try await container.async.resolve(A.self) } throws: { isCycle($0) }
        await #expect { try await container.async.resolve(B.self) } throws: { isCycle($0) }
    }

    @Test func `is an error if it goes through a captured container`() async {
        let container = Container()
        container.register(.singleton) { [unowned container] in
            try await A(container.async.resolve(B.self))
        }
        container.register(.singleton) { [unowned container] in
            try await B(container.async.resolve(A.self))
        }

        await #expect { try await container.async.resolve(A.self) } throws: { isCycle($0) }
        await #expect { try await container.async.resolve(B.self) } throws: { isCycle($0) }
    }

    @Test func `does not include a factory's leftover task that requests another instance`()
        async throws
    {
        let gate = Gate()
        let task = Locked<Task<A, any Error>?>(nil)
        let container = Container()
        container.register { [unowned container] () async -> A in
            task.withLock {
                $0 =
                    $0
                    ?? Task {
                        await gate.wait()
                        return try await container.async.resolve(A.self)
                    }
            }
            return A()
        }

        let first = try await container.async.resolve(A.self)
        gate.open()
        let left = try #require(task.withLock { $0 })
        #expect(try await left.value !== first)
    }

    @Test func `does not block a thread that requests its synchronous half`() async throws {
        let gate = Gate()
        let container = Container {
            $0.register(.singleton) { () async -> Node in Node() }
                .injecting { resolver, node in node.other = try resolver.resolve() }
                .injecting { resolver, _ in _ = try resolver.resolve(B.self) }
            $0.register(.singleton) { try Other($0.resolve()) }
            $0.register(.singleton) { () async -> B in
                await gate.wait()
                return B()
            }
        }

        async let node = container.async.resolve(Node.self)
        await eventually { gate.count == 1 }
        let refused = await onThread { try container.resolve(Other.self) }
        let error = #expect(throws: ResolutionError.self) { try refused.get() }
        #expect(error?.code == .needsAsync)
        #expect(error?.description.contains("needs Node, which is made asynchronously") == true)

        async let other = container.async.resolve(Other.self)
        await aWhile()
        gate.open()
        let (made, awaited) = try await (node, other)
        #expect(made.other === awaited)
        #expect(try container.resolve(Other.self) === awaited)
    }

    @Test(arguments: [true, false])
    func `is legal through a property, and committed together`(throughTask: Bool) async throws {
        for round in 0..<20 {
            let container = Container {
                $0.register(.singleton) { () async -> Node in
                    if throughTask { await Task.yield() }
                    return Node()
                }
                .injecting { resolver, node in node.other = try resolver.resolve() }
                $0.register(.singleton) { resolver -> Other in
                    if throughTask { await Task.yield() }
                    return try await Other(resolver.resolve())
                }
            }
            async let first = container.async.resolve(Node.self)
            async let second = container.async.resolve(Other.self)
            let (node, other) = try await (first, second)
            #expect(node.other === other, "round \(round)")
            #expect(other.node === node)
            #expect(try container.resolve(Node.self) === node)
        }
    }

    @Test func `drops all of it when a step fails`() async throws {
        let attempts = Journal<Int>()
        let container = Container {
            $0.register(.singleton) { () async -> Node in Node() }
                .injecting { resolver, node in
                    node.other = try resolver.resolve()
                    attempts.note(1)
                    if attempts.entries.count == 1 { throw CancellationError() }
                }
            $0.register(.singleton) { try await Other($0.resolve()) }
        }

        await #expect(throws: ResolutionError.self) {
            try await container.async.resolve(Node.self)
        }
        #expect(throws: ResolutionError.self) { try container.resolve(Other.self) }
        let node = try await container.async.resolve(Node.self)
        #expect(node.other?.node === node)
        #expect(try container.resolve(Other.self) === node.other)
    }
}
