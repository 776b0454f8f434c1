// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import Synchronization
import Testing

// Rules Y-1 to Y-7. The table is one for the whole program, so each test has its own types.
@Suite(.quiet) struct `The ancestor of Dip` {
    private struct Ancestor: Equatable, Sendable {
        var user = ""
    }

    @Test func `Y-1: registers singletons and factories under tags`() {
        struct Made: Equatable, Sendable { let name: String }
        Dependency.register(singleton: Made(name: "singleton"))
        Dependency.register("new") { Made(name: "new") }
        Dependency.register("tagged") { tag in Made(name: tag ?? "none") }

        #expect(Dependency.resolve() == Made(name: "singleton"))
        #expect(Dependency.resolve("new") == Made(name: "new"))
        #expect(Dependency.resolve("tagged") == Made(name: "tagged"))
    }

    @available(*, deprecated)
    @Test func `Y-1: registers an instance as 0.0.1 wrote it`() {
        final class Service: Sendable {}
        Dependency.register(instance: Service())
        Dependency.register("tag", instance: Service())
        let service: Service = Dependency.resolve()
        #expect(Dependency.resolve() as Service === service)
        #expect(Dependency.resolve("tag") as Service !== service)
    }

    @Test func `Y-2: takes the last registration, and falls back from an unknown tag`() throws {
        struct Made: Equatable, Sendable { let number: Int }
        Dependency.register("tag") { Made(number: 1) }
        #expect(throws: ResolutionError.self) { try Dependency.find(Made.self) }
        Dependency.register("tag") { Made(number: 2) }
        Dependency.register { Made(number: 3) }

        #expect(Dependency.resolve("tag") == Made(number: 2))
        #expect(Dependency.resolve("unknown") == Made(number: 3))
        #expect(Dependency.resolve() == Made(number: 3))
    }

    @Test func `Y-3: passes the original tag to the factory, even on fallback`() {
        Dependency.register { Ancestor(user: $0 ?? "Jane Doe") }
        for _ in 1...3 {
            #expect(Dependency.resolve("Sam") == Ancestor(user: "Sam"))
            #expect(Dependency.resolve() == Ancestor(user: "Jane Doe"))
        }
    }

    @Test func `Y-4: makes a singleton on first use, one for each registration`() {
        final class Service {}
        let count = Atomic<Int>(0)
        func make() -> Service {
            count.add(1, ordering: .relaxed)
            return Service()
        }
        let maker = Maker(make: make)
        Dependency.register(singleton: maker.make())
        #expect(count.load(ordering: .relaxed) == 0)
        let service: Service = Dependency.resolve()
        #expect(Dependency.resolve() as Service === service)
        #expect(Dependency.resolve("falls back") as Service === service)
        #expect(count.load(ordering: .relaxed) == 1)
        Dependency.register(singleton: maker.make())
        #expect(Dependency.resolve() as Service !== service)
    }

    @Test func `Y-5: stops the program if nothing is registered`() async {
        await #expect(processExitsWith: .failure) {
            struct Missing: Sendable {}
            let _: Missing = Dependency.resolve()
        }
    }

    private static let registered: Void = {
        Dependency.register { [Ancestor(user: "file")] }
    }()

    @Test func `Y-6: may be filled by a constant, and used by many threads`() async {
        _ = Self.registered
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                group.addTask {
                    Dependency.register("thread \(index)") { [Ancestor(user: "\(index)")] }
                    let own: [Ancestor] = Dependency.resolve("thread \(index)")
                    #expect(own == [Ancestor(user: "\(index)")])
                    let other: [Ancestor] = Dependency.resolve("unknown")
                    #expect(other == [Ancestor(user: "file")])
                }
            }
        }
    }
}

/// Makes a value on any thread.
// @unchecked: the test's own closure, called by one thread.
private struct Maker<Value>: @unchecked Sendable {
    let make: () -> Value
}

/// `reset()` empties the one table, so the test has its own process.
@Suite(.quiet) struct `The reset of the ancestor of Dip` {
    @Test func `removes everything`() async {
        await #expect(processExitsWith: .success) {
            Dependency.register { 1 }
            let before: Int = Dependency.resolve()
            Dependency.reset()
            precondition(before == 1)
            precondition((try? Dependency.find(Int.self)) == nil)
        }
    }
}
