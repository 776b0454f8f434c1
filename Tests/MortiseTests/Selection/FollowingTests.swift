// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Observation
import Synchronization
import Testing

@Suite struct `A follower of a selection` {
    private static func container() -> Container {
        Container {
            $0.register(.singleton, tag: "remote") { RemoteRepository() as any Repository }
                .selectable()
            $0.register(.singleton, tag: "local") { LocalRepository() as any Repository }
                .selectable()
        }
    }

    @Test func `begins with the current one and gets every other`() async throws {
        let container = Self.container()
        var values = container.values(of: (any Repository).self).makeAsyncIterator()

        #expect(try await values.next()?.name == "remote")
        for name in ["local", "remote", "local"] {
            try container.select(name, for: (any Repository).self)
            #expect(try await values.next()?.name == name)
        }
    }

    @Test func `never misses the latest`() async throws {
        let container = Self.container()
        var values = container.values(of: (any Repository).self).makeAsyncIterator()
        _ = try await values.next()
        for index in 0..<101 {
            try container.select(index % 2 == 0 ? "local" : "remote", for: (any Repository).self)
        }

        #expect(try await values.next()?.name == "local")
    }

    @Test func `is woken by a selection`() async throws {
        let container = Self.container()
        let names = Log()
        let task = Task {
            for try await value in container.values(of: (any Repository).self) {
                names.append(value.name)
                if names.all.count == 3 { return }
            }
        }
        await eventually { names.all.count == 1 }
        try container.select("local", for: (any Repository).self)
        await eventually { names.all.count == 2 }
        try container.select("remote", for: (any Repository).self)
        try await task.value

        #expect(names.all == ["remote", "local", "remote"])
    }

    @Test func `survives adding, removing, replacing and registering again`()
        async throws
    {
        let container = Container()
        var values = container.values(of: Int.self).makeAsyncIterator()
        let one = container.register(tag: "one") { 1 }.selectable()
        #expect(try await values.next() == 1)
        container.register(tag: "two") { 2 }.selectable()
        try container.select("two", for: Int.self)
        #expect(try await values.next() == 2)
        container.remove(one)
        container.reset()
        container.register(tag: "three") { 3 }.selectable()
        #expect(try await values.next() == 3)
        container.register { 4 }
        #expect(try await values.next() == 4)
        container.register { 5 }.replacing()
        #expect(try await values.next() == 5)
    }

    @Test func `of a forwarded type gets each replacement of what is forwarded`() async throws {
        let container = Container()
        container.register(.singleton) { 1 }.implements(String.self) { "\($0)" }
        var values = container.values(of: String.self).makeAsyncIterator()
        #expect(try await values.next() == "1")
        for number in 2...4 {
            container.register(.singleton) { number }
            #expect(try await values.next() == "\(number)")
            container.dropInstances(of: Int.self)
            #expect(try await values.next() == "\(number)")
        }
    }

    @Test func `gets selections in an ancestor`() async throws {
        let app = Self.container()
        let child = Container(parent: Container(parent: app))
        var values = child.values(of: (any Repository).self).makeAsyncIterator()

        #expect(try await values.next()?.name == "remote")
        try app.select("local", for: (any Repository).self)
        #expect(try await values.next()?.name == "local")
        try child.select("remote", for: (any Repository).self)
        #expect(try await values.next()?.name == "remote")
    }

    @Test func `gets the same instance of a caching scope, and its own of unique`()
        async throws
    {
        let container = Container {
            $0.register(.singleton, tag: "kept") { RemoteRepository() as any Repository }
                .selectable()
            $0.register(tag: "new") { LocalRepository() as any Repository }.selectable()
        }
        var first = container.values(of: (any Repository).self).makeAsyncIterator()
        var second = container.values(of: (any Repository).self).makeAsyncIterator()
        let third = Observed<any Repository>(in: container)

        let kept = try #require(await first.next())
        #expect(try await second.next() === kept)
        #expect(third.wrappedValue === kept)
        try container.select("new", for: (any Repository).self)
        let new = try #require(await first.next())
        #expect(try await second.next() !== new)
        #expect(third.wrappedValue !== new)
        #expect(third.wrappedValue === third.wrappedValue)
    }

    @Test func `ends with the container`() async throws {
        let closed = Self.container()
        var values = closed.values(of: (any Repository).self).makeAsyncIterator()
        _ = try await values.next()
        try await closed.close()
        #expect(try await values.next() == nil)

        var gone: Container? = Self.container()
        var others = try #require(gone?.values(of: (any Repository).self)).makeAsyncIterator()
        _ = try await others.next()
        gone = nil
        #expect(try await others.next() == nil)
    }

    @Test func `goes on in a container whose source has ended`() async throws {
        let contexts = NamedContainers<String>()
        let app = Container { $0.register { 1 } }
        for end in [{ try await app.close() }, { _ = contexts.remove("app") }] {
            let child = Container(sources: [contexts["app"], app])
            child.register(tag: "two") { 2 }.selectable()
            child.register(tag: "three") { 3 }.selectable()
            var values = child.values(of: Int.self).makeAsyncIterator()
            let observed = Observed<Int>(in: child)
            #expect(try await values.next() == 2)
            try await end()
            #expect(try await values.next() == 2)
            try child.select("three", for: Int.self)
            #expect(try await values.next() == 3)
            #expect(observed.wrappedValue == 3)
        }
    }

    @Test func `gets forwarded and optional types`() async throws {
        let container = Container()
        container.register(.singleton) { RemoteRepository() }
            .implements((any Repository).self) { $0 }
        let repository = Observed<any Repository>(in: container)
        let first = repository.wrappedValue
        var optional = container.values(of: RemoteRepository?.self).makeAsyncIterator()
        let own: RemoteRepository = try container.resolve()
        #expect(try await optional.next()?.map { $0 === own } == true)

        container.dropInstances(of: RemoteRepository.self)
        let second = repository.wrappedValue
        #expect(second !== first)
        #expect(try await optional.next()?.map { $0 as any Repository } === second)
        container.overriding().dropInstances()
        container.register(.singleton) { RemoteRepository() }.replacing()
        #expect(repository.wrappedValue !== second)
        #expect(try await optional.next()?.map { $0 as any Repository } === repository.wrappedValue)
    }

    @Test func `is woken in any copy of its iterator`() async throws {
        let container = Self.container()
        let values = container.values(of: (any Repository).self).makeAsyncIterator()
        let isEnding = Counter()
        let tasks = (0..<3).map { [values = Sealed(values)] _ in
            Task {
                var values = values.value
                while try await values.next() != nil { isEnding.add() }
            }
        }
        await eventually { isEnding.value >= 3 }
        try await container.close()
        for task in tasks { try await task.value }
    }

    /// Passes a copy of an iterator to several tasks.
    // @unchecked: each takes its own copy.
    private struct Sealed<Value>: @unchecked Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    @Test func `ends with its task`() async throws {
        let container = Self.container()
        let isStarted = Flag()
        let task = Task {
            for try await _ in container.values(of: (any Repository).self) { isStarted.set() }
        }
        await eventually { isStarted.isSet }
        task.cancel()
        try await task.value
    }

    @Test func `gets build errors, and goes on`() async throws {
        struct Broken: Error {}
        let container = Container {
            $0.register(tag: "broken") { () throws -> Int in throw Broken() }.selectable()
            $0.register(tag: "whole") { 1 }.selectable()
        }
        var values = container.values(of: Int.self).makeAsyncIterator()

        do {
            _ = try await values.next()
            Issue.record("nothing was thrown")
        } catch let error as ResolutionError {
            #expect(error.code == .factoryThrew)
        }
        try container.select("whole", for: Int.self)
        #expect(try await values.next() == 1)
    }

    @Test func `is woken when a selection resolves an ambiguity`() async throws {
        let container = Container {
            $0.register { 1 }
            $0.register { true }
        }
        var values = container.values(of: String.self).makeAsyncIterator()
        container.register { (number: Int) in "first \(number)" }
        #expect(try await values.next() == "first 1")
        let other = container.register { (flag: Bool) in "second \(flag)" }
        await #expect(throws: ResolutionError.self) { try await values.next() }
        other.contributing()
        #expect(try await values.next() == "second true")
    }

    @Test func `ends when its task is cancelled during an await`() async throws {
        let (container, begun) = (Container(), Gate())
        container.register(.singleton) { () async throws -> Int in
            begun.open()
            try await Task.sleep(for: .seconds(60))
            return 1
        }
        let task = Task {
            for try await _ in container.values(of: Int.self) {}
        }
        await begun.wait()
        task.cancel()
        try await task.value
    }

    @Test func `ends while the container is being closed`() async throws {
        final class Slow: AsyncClosable, Sendable {
            let (begun, gate) = (Gate(), Gate())
            func close() async {
                begun.open()
                await gate.wait()
            }
        }
        let slow = Slow()
        let container = Container { $0.register(.singleton) { slow } }
        _ = try container.resolve(Slow.self)
        var values = container.values(of: Slow.self).makeAsyncIterator()
        let closing = Task { try await container.close() }
        await slow.begun.wait()
        #expect(try await values.next() == nil)
        slow.gate.open()
        try await closing.value
    }

    @Test func `is woken by every change in all copies of its iterator`() async throws {
        for _ in 0..<Rounds.some {
            let container = Container { $0.register(tag: "0") { 0 }.selectable() }
            container.register(tag: "1") { 1 }.selectable()
            var values = container.values(of: Int.self).makeAsyncIterator()
            #expect(try await values.next() == 0)
            let tasks = (0..<3).map { [copy = Sealed(values)] _ in
                Task {
                    var copy = copy.value
                    return try await copy.next()
                }
            }
            try container.select("1", for: Int.self)
            for task in tasks { #expect(try await task.value == 1) }
        }
    }
}

@Suite struct `Following across links` {
    @Test func `begins when containers are linked`() async throws {
        let one = Container()
        let two = Container { $0.register { 1 } }
        let seen = Log()
        let task = Task {
            for try await value in one.values(of: Int.self) {
                seen.append("\(value)")
                if seen.all.count == 3 { return }
            }
        }
        await aWhile()
        one.link(with: two)
        await eventually { seen.all.count == 1 }
        two.register { 2 }.replacing()
        await eventually { seen.all.count == 2 }
        one.unlink(from: two)
        two.register { 3 }.replacing()
        await aWhile()
        two.link(with: one)
        try await task.value

        #expect(seen.all == ["1", "2", "3"])
    }

    @Test func `gets selections and registrations there, and across further links`() async throws {
        let one = Container()
        let child = Container(parent: one)
        let two = Container {
            $0.register(tag: "a") { "a" }.selectable()
            $0.register(tag: "b") { "b" }.selectable()
        }
        let three = Container { $0.register { 3 } }
        one.link(with: two)
        var names = child.values(of: String.self).makeAsyncIterator()
        let number = Observed<Int?>(in: child)
        #expect(try await names.next() == "a")
        #expect(number.wrappedValue == nil)

        try two.select("b", for: String.self)
        #expect(try await names.next() == "b")
        two.link(with: three)
        #expect(number.wrappedValue == 3)
        three.register { 4 }.replacing()
        #expect(number.wrappedValue == 4)
        two.unlink(from: three)
        three.register { 5 }.replacing()
        #expect(number.wrappedValue == nil)
        child.register { "own" }
        // Possibly more than once: the latest counts.
        #expect(try await names.next() == "own")
    }

    @Test func `goes on when a linked container ends`() async throws {
        let one = Container()
        let number = Observed<Int?>(in: one)
        let closed = Container { $0.register { 1 } }
        one.link(with: closed)
        #expect(number.wrappedValue == 1)
        try await closed.close()
        #expect(number.wrappedValue == nil)
        do {
            let gone = Container { $0.register { 2 } }
            one.link(with: gone)
            #expect(number.wrappedValue == 2)
        }
        #expect(number.wrappedValue == nil)
        one.register { 3 }
        #expect(number.wrappedValue == 3)
    }

    @Test func `misses no link in a race`() async throws {
        try await race(rounds: Rounds.some, threads: 2) { _ in
            (Container(), Container { $0.register { 1 } })
        } run: { containers, thread, _ -> Observed<Int?>? in
            let (one, two) = containers
            guard thread == 0 else {
                one.link(with: two)
                return nil
            }
            let number = Observed<Int?>(in: one)
            _ = number.wrappedValue
            return number
        } check: { containers, outcomes in
            let number = try #require(try outcomes[0].get())
            #expect(number.wrappedValue == 1)
            containers.1.register { 2 }.replacing()
            #expect(number.wrappedValue == 2)
        }
    }
}
