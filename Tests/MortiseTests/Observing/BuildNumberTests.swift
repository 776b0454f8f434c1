// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// Each build as text, with the builds that it was made for: `made Leaf < Branch < Root`.
private final class Builds: Sendable {
    private let events = Journal<ResolutionEvent>()

    func note(_ event: ResolutionEvent) { events.note(event) }

    var lines: [String] { events.entries.map { line($0) } }

    func numbers(of key: String) -> Set<UInt64?> {
        Set(events.entries.filter { "\($0.key)" == key }.map(\.number))
    }

    private func line(_ event: ResolutionEvent) -> String {
        let kind =
            switch event.kind {
            case .began: "began"
            case .made: "made"
            case .reused: "reused"
            case .waited: "waited"
            case .failed: "failed"
            default: "other"
            }
        return "\(kind) \(event.key)\(parents(of: event))"
    }

    private func parents(of event: ResolutionEvent) -> String {
        guard let parent = event.parent else { return "" }
        guard let build = events.entries.first(where: { $0.number == parent }) else {
            return " < unknown"
        }
        return " < \(build.key)\(parents(of: build))"
    }
}

private final class Leaf: Sendable {}
private final class Branch: Sendable {
    let leaf: Leaf
    init(_ leaf: Leaf) { self.leaf = leaf }
}
private final class Root: Sendable {
    init(_ branch: Branch, _ leaf: Leaf) {}
}

private func name<T>(_ type: T.Type) -> String { "\(Key(TypeName(of: type)))" }

@Suite struct `The number of a build` {
    private struct Jammed: Error {}

    @Test func `is one for its events, and the parent of what is made for it`() throws {
        let container = Container {
            $0.register { Root(try $0.resolve(), try $0.resolve()) }
            $0.register { Branch(try $0.resolve()) }
            $0.register { Leaf() }
        }
        let builds = Builds()
        let observation = container.observe(builds.note)

        _ = try container.resolve(Root.self)
        observation.cancel()

        let (root, branch, leaf) = (name(Root.self), name(Branch.self), name(Leaf.self))
        #expect(
            builds.lines == [
                "began \(root)", "began \(branch) < \(root)", "began \(leaf) < \(branch) < \(root)",
                "made \(leaf) < \(branch) < \(root)", "made \(branch) < \(root)",
                "began \(leaf) < \(root)", "made \(leaf) < \(root)", "made \(root)",
            ]
        )
        #expect(builds.numbers(of: root).count == 1)
        #expect(builds.numbers(of: leaf).count == 2)
    }

    @Test func `goes with the instance to those who get it later`() throws {
        let container = Container {
            $0.register(.singleton) { Leaf() }
            $0.register { Branch(try $0.resolve()) }
        }
        let builds = Builds()
        let observation = container.observe(reuse: true, builds.note)

        for _ in 1...2 { _ = try container.resolve(Branch.self) }
        observation.cancel()

        let (branch, leaf) = (name(Branch.self), name(Leaf.self))
        #expect(
            builds.lines == [
                "began \(branch)", "began \(leaf) < \(branch)", "made \(leaf) < \(branch)",
                "made \(branch)", "began \(branch)", "reused \(leaf) < \(branch)", "made \(branch)",
            ]
        )
        #expect(builds.numbers(of: leaf).count == 1)
    }

    @Test func `is unknown for an instance that was made before`() throws {
        let container = Container { $0.register(.singleton) { Leaf() } }
        _ = try container.resolve(Leaf.self)
        let builds = Builds()
        let observation = container.observe(reuse: true, builds.note)

        _ = try container.resolve(Leaf.self)
        observation.cancel()

        #expect(builds.lines == ["reused \(name(Leaf.self))"])
        #expect(builds.numbers(of: name(Leaf.self)) == [nil])
    }

    @Test func `is unknown for an instance that was made after a reset, unobserved`() throws {
        let container = Container { $0.register(.singleton) { Leaf() } }
        let first = container.observe { _ in }
        _ = try container.resolve(Leaf.self)
        first.cancel()
        container.dropInstances()
        _ = try container.resolve(Leaf.self)
        let builds = Builds()
        let observation = container.observe(reuse: true, builds.note)

        _ = try container.resolve(Leaf.self)
        observation.cancel()

        #expect(builds.numbers(of: name(Leaf.self)) == [nil])
    }

    @Test func `belongs to what fails, too, and nothing is left of it`() throws {
        let fails = Pocket(true)
        let container = Container {
            $0.register { Branch(try $0.resolve()) }
            $0.register {
                if fails.value == true { throw Jammed() }
                return Leaf()
            }
        }
        let builds = Builds()
        let observation = container.observe(builds.note)

        #expect(throws: ResolutionError.self) { try container.resolve(Branch.self) }
        fails.value = false
        _ = try container.resolve(Leaf.self)
        observation.cancel()

        let (branch, leaf) = (name(Branch.self), name(Leaf.self))
        #expect(
            builds.lines == [
                "began \(branch)", "began \(leaf) < \(branch)", "failed \(leaf) < \(branch)",
                "failed \(branch)", "began \(leaf)", "made \(leaf)",
            ]
        )
    }

    @Test func `is the parent across lanes`() async throws {
        let container = Container {
            $0.register(.singleton) { (r: inout AsyncResolver) async throws -> Root in
                Root(try await r.resolve(), try await r.resolve())
            }
            $0.register(.singleton) { (r: inout AsyncResolver) async throws -> Branch in
                Branch(try await r.resolve())
            }
            $0.register { Leaf() }
        }
        let builds = Builds()
        let observation = container.observe(builds.note)

        _ = try await container.async.resolve(Root.self)
        observation.cancel()

        let (root, branch, leaf) = (name(Root.self), name(Branch.self), name(Leaf.self))
        #expect(
            builds.lines == [
                "began \(root)", "began \(branch) < \(root)", "began \(leaf) < \(branch) < \(root)",
                "made \(leaf) < \(branch) < \(root)", "made \(branch) < \(root)",
                "began \(leaf) < \(root)", "made \(leaf) < \(root)", "made \(root)",
            ]
        )
    }

    @Test(arguments: [Lifetime.unique, .shared])
    func `is no failure where a synchronous factory awaits a dependency`(scope: Lifetime)
        async throws
    {
        let container = Container {
            $0.register(scope) { Branch(try $0.resolve()) }
            $0.register(.eagerSingleton) { Root(try $0.resolve(), try $0.resolve()) }
            $0.register(.singleton) { (_: inout AsyncResolver) async -> Leaf in Leaf() }
        }
        let builds = Builds()
        let observation = container.observe(reuse: true, builds.note)

        try await container.async.bootstrap()
        _ = try await container.async.resolve(Branch.self)
        observation.cancel()

        let (root, branch, leaf) = (name(Root.self), name(Branch.self), name(Leaf.self))
        #expect(builds.lines.prefix(2) == ["began \(root)", "began \(branch) < \(root)"])
        #expect(builds.lines.count { $0.hasPrefix("began") } == 4)
        #expect(builds.lines.count { $0.hasPrefix("made") } == 4)
        #expect(!builds.lines.contains { $0.hasPrefix("failed") })
        #expect(builds.lines.contains("made \(leaf) < \(branch) < \(root)"))
        #expect(builds.numbers(of: root).count == 1 && builds.numbers(of: leaf).count == 1)
        #expect(builds.lines.last == "made \(branch)")
    }

    @Test func `fails with what it awaits if the task is cancelled`() async throws {
        let (isInFactory, gate) = (Flag(), Gate())
        let container = Container {
            $0.register { Branch(try $0.resolve()) }
            $0.register(.singleton) { (_: inout AsyncResolver) async throws -> Leaf in
                isInFactory.set()
                await gate.wait()
                try Task.checkCancellation()
                return Leaf()
            }
        }
        let builds = Builds()
        let observation = container.observe(builds.note)
        let task = Task { try await container.async.resolve(Branch.self) }
        await eventually { isInFactory.isSet }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
        try await container.close()
        observation.cancel()

        let (branch, leaf) = (name(Branch.self), name(Leaf.self))
        #expect(
            builds.lines.sorted()
                == [
                    "began \(branch)", "began \(leaf) < \(branch)", "failed \(branch)",
                    "failed \(leaf) < \(branch)",
                ].sorted()
        )
    }

    @Test func `is that of the build that a task has waited for`() async throws {
        final class Slow: Sendable {}
        for _ in 1...50 {
            let gate = Gate()
            let container = Container {
                $0.register(.singleton) { (_: inout AsyncResolver) async -> Slow in
                    await gate.wait()
                    return Slow()
                }
            }
            let builds = Builds()
            let observation = container.observe(reuse: true, builds.note)
            let tasks = (1...5).map { _ in Task { try await container.async.resolve(Slow.self) } }
            await eventually { waiters(of: Slow.self) == 5 }
            gate.open()
            for task in tasks { _ = try await task.value }
            observation.cancel()

            let slow = name(Slow.self)
            #expect(
                builds.lines.sorted()
                    == ["began \(slow)", "made \(slow)"]
                    + Array(repeating: "waited \(slow)", count: 4)
            )
            #expect(builds.numbers(of: slow).count == 1)
            #expect(builds.numbers(of: slow) != [nil])
        }
    }

    @Test func `is that of the build that a thread has waited for`() async throws {
        final class Slow: Sendable {}
        for _ in 1...20 {
            let (isInFactory, goesOn) = (Flag(), Flag())
            let container = Container {
                $0.register(.singleton) {
                    isInFactory.set()
                    goesOn.sleepUntilSet()
                    return Slow()
                }
            }
            let builds = Builds()
            let observation = container.observe(builds.note)
            async let first = onThread { try container.resolve(Slow.self) }
            await eventually { isInFactory.isSet }
            async let second = onThread { try container.resolve(Slow.self) }
            await eventually { waiters(of: Slow.self) == 1 }
            goesOn.set()
            let (one, two) = (try await first.get(), try await second.get())
            observation.cancel()

            let slow = name(Slow.self)
            #expect(one === two)
            #expect(builds.lines.sorted() == ["began \(slow)", "made \(slow)", "waited \(slow)"])
            #expect(builds.numbers(of: slow).count == 1)
        }
    }
}
