// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private final class Disk: Sendable {
    let path: String
    init(path: String) async throws {
        await Task.yield()
        self.path = path
    }
}

private struct Clock: Sendable { let time: Int }

private struct Store: Sendable {
    let disk: Disk
    let clock: Clock
    let cost: Int?

    init(disk: Disk, clock: Clock, cost: Int?) async {
        await Task.yield()
        self.disk = disk
        self.clock = clock
        self.cost = cost
    }
}

private protocol Storing: Sendable {
    var disk: Disk { get }
}

extension Store: Storing {}

private struct Refused: Error {}

/// The description of any number of values, made asynchronously.
private func row<each Value: Sendable>(_ value: repeat each Value) async -> [String] {
    await Task.yield()
    var row: [String] = []
    for value in repeat each value { row.append("\(value)") }
    return row
}

private func row3(_ first: Int, _ second: String, _ third: Double) async throws -> [String] {
    await row(first, second, third)
}

private func row6(
    _ first: Int,
    _ second: String,
    _ third: Double,
    _ fourth: Bool,
    _ fifth: [Int],
    _ sixth: Character
) async -> [String] {
    await row(first, second, third, fourth, fifth, sixth)
}

@Suite struct `An asynchronous factory with parameters` {
    private let container = Container {
        $0.register { "feed.sqlite" }
        $0.register { 1 }
        $0.register { Clock(time: $0) }
        $0.async.register(.singleton, autowiring: Disk.init)
    }

    @Test func `given as a closure has them resolved`() async throws {
        container.async.register { await Store(disk: $0, clock: $1, cost: $2) }

        let store = try await container.async.resolve(Store.self)

        #expect(store.disk === (try await container.async.resolve(Disk.self)))
        #expect(store.disk.path == "feed.sqlite")
        #expect(store.clock.time == 1)
        #expect(store.cost == 1)
    }

    @Test func `given as a closure with written types has them resolved`() async throws {
        container.async.register { (disk: Disk, clock: Clock) async throws -> any Storing in
            await Store(disk: disk, clock: clock, cost: nil)
        }

        #expect(try await container.async.resolve((any Storing).self).disk.path == "feed.sqlite")
    }

    @Test func `given by reference has them resolved`() async throws {
        container.async.register(autowiring: Store.init)

        #expect(try await container.async.resolve(Store.self).disk.path == "feed.sqlite")
    }

    @Test(arguments: 1...6) func `may have many`(count: Int) async throws {
        let container = Container {
            $0.register { 1 }
            $0.register { "b" }
            $0.register { 3.0 }
            $0.register { true }
            $0.register { [5] }
            $0.register { Character("g") }
            $0.async.register(tag: 1) { (a: Int) in await row(a) }
            $0.async.register(tag: 2) { (a: Int, b: String) in await row(a, b) }
            $0.async.register(tag: 3, autowiring: row3)
            $0.async.register(tag: 4) { (a: Int, b: String, c: Double, d: Bool) async throws in
                await row(a, b, c, d)
            }
            $0.async.register(.singleton, tag: 5) {
                (a: Int, b: String, c: Double, d: Bool, e: [Int]) in await row(a, b, c, d, e)
            }
            $0.async.register(.singleton, tag: 6, autowiring: row6)
        }
        let all = ["1", "b", "3.0", "true", "[5]", "g"]

        let made = try await container.async.resolve([String].self, tag: count)
        #expect(made == Array(all.prefix(count)))
    }

    @Test func `takes them as arguments`() async throws {
        container.async.register { (first: Int, second: String) async in "\(first)\(second)" }
        container.async.register(.singleton) {
            (path: String, number: Int) async throws -> [String] in
            [path, "\(number)"]
        }

        #expect(try await container.async.resolve(String.self, arguments: 7, "seven") == "7seven")
        let kept = try await container.async.resolve([String].self, arguments: "a", 2)
        #expect(kept == ["a", "2"])
    }

    @Test func `is made once for all tasks if it is kept`() async throws {
        let made = Tally()
        container.async.register(.singleton) { (disk: Disk) async -> [Disk] in
            made.next()
            await Task.yield()
            return [disk]
        }

        try await withThrowingTaskGroup(of: [Disk].self) { [container] group in
            for _ in 0..<20 { group.addTask { try await container.async.resolve() } }
            try await group.waitForAll()
        }

        #expect(made.count == 1)
        #expect(try container.resolve([Disk].self).count == 1)
    }

    @Test func `makes each of them once`() async throws {
        let made = Tally()
        container.register {
            made.next()
            return Clock(time: 5)
        }
        container.async.register { (_: Clock, disk: Disk) async in [disk.path] }

        _ = try await container.async.resolve([String].self)

        #expect(made.count == 1)
    }

    @Test func `does not begin if one is missing, and the error names both`() async throws {
        let begun = Tally()
        container.async.register { (_: Character, _: Disk) async -> Bool in begun.next() == 0 }

        let error = await #expect(throws: ResolutionError.self) {
            try await container.async.resolve(Bool.self)
        }

        #expect(error?.code == .missingBinding)
        #expect(error?.path.map(\.key.type.description) == ["Bool", "Character"])
        #expect(begun.count == 0)
    }

    @Test func `that throws is the cause of the error`() async {
        container.async.register { (_: Disk) async throws -> Bool in throw Refused() }

        let error = await #expect(throws: ResolutionError.self) {
            try await container.async.resolve(Bool.self)
        }

        #expect(error?.code == .factoryThrew)
        #expect(error?.underlying is Refused)
    }

    @Test func `is in the graph with its parameters before it has run`() throws {
        container.async.register { await Store(disk: $0, clock: $1, cost: $2) }

        let node = try #require(
            container.graph.nodes.first { $0.key.type.description.hasSuffix("Store") }
        )

        #expect(node.wiring == .byClosure)
        #expect(node.transparency == .declared)
        #expect(node.dependencies.map(\.kind) == [.constructor, .constructor, .constructor])
        #expect(container.validate().isValid)
    }

    @Test func `given by reference has them validated`() {
        container.async.register(autowiring: row3)

        #expect(container.validate().errors.map(\.code) == [.missingBinding])
    }

    @Test func `fails a synchronous request, which says how to get it`() {
        container.async.register { await Store(disk: $0, clock: $1, cost: $2) }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Store.self) }

        #expect(error?.code == .needsAsync)
    }

    @Test func `without parameters is like any other`() async throws {
        container.async.register(.singleton) { await row(1) }

        #expect(try await container.async.resolve([String].self) == ["1"])
    }

    @Test func `has steps and callbacks`() async throws {
        let log = Log()
        container.async.register { await Store(disk: $0, clock: $1, cost: $2) }
            .injecting { resolver, _ in log.append("step \(try resolver.resolve(String.self))") }
            .didResolve { _ in log.append("done") }

        _ = try await container.async.resolve(Store.self)

        #expect(log.all == ["step feed.sqlite", "done"])
    }
}
