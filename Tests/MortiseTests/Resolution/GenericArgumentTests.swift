// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// Swift 6.3.1 crashed when it optimised such functions, while resolving made a closure of the arguments.
@Suite struct `Run-time arguments of generic functions` {
    @inline(never)
    private func text<First, Second>(
        _ container: Container,
        _ first: First,
        _ second: Second
    ) throws -> String {
        try container.resolve(arguments: first, second)
    }

    @inline(never)
    private static func packed<each Argument>(
        _ resolver: borrowing Resolver,
        _ arguments: repeat each Argument
    ) throws -> String {
        try resolver.resolve(arguments: repeat each arguments)
    }

    @inline(never)
    private static func text<Only>(_ resolver: borrowing Resolver, _ only: Only) throws -> String {
        try resolver.resolve(arguments: only)
    }

    @inline(never)
    private func packed<each Argument>(
        _ container: Container,
        _ arguments: repeat each Argument
    ) throws -> String {
        try container.resolve(arguments: repeat each arguments)
    }

    private let container = Container {
        $0.register { (number: Int, word: String) in "\(number) \(word)" }
        $0.register { (number: Int) in "\(number)" }
    }

    @Test func `reach the factory`() throws {
        for _ in 0..<3 {
            #expect(try text(container, 1, "one") == "1 one")
            #expect(try packed(container, 2, "two") == "2 two")
        }
    }

    @Test func `reach the factory from another factory`() throws {
        container.register { [try Self.text($0, 3)] }

        for _ in 0..<3 { #expect(try container.resolve([String].self) == ["3"]) }
    }

    @Test func `that match no definition are a mismatch`() {
        let error = #expect(throws: ResolutionError.self) { try text(container, "one", 1) }

        #expect(error?.code == .argumentMismatch)
    }

    @Test func `identify kept instances`() throws {
        container.register(.singleton) { (word: String, number: Int) in "\(word) \(number)" }

        for _ in 0..<3 {
            #expect(try text(container, "one", 1) == "one 1")
            #expect(try text(container, "two", 2) == "two 2")
        }
    }

    @Test(arguments: ["unique", "singleton", "completed", "shared", "selected"])
    func `may be none, for what is`(_ what: String) throws {
        let container = Container()
        let made = Counter()
        switch what {
        case "unique": container.register { "\(made.increment())" }
        case "singleton": container.register(.singleton) { "\(made.increment())" }
        case "completed": container.register { "\(made.increment())" }.injecting { _, _ in }
        case "shared": container.register(.shared) { "\(made.increment())" }
        default:
            container.register(tag: "a") { "\(made.increment())" }.selectable()
            try container.select("a", for: String.self)
        }
        container.register { [try Self.packed($0)] }
        let isKept = what == "singleton"
        for number in 1...3 {
            #expect(try packed(container) == "\(isKept ? 1 : 2 * number - 1)")
            #expect(try container.resolve([String].self) == ["\(isKept ? 1 : 2 * number)"])
        }
    }

    @Test func `may be none, in every lane and for an optional`() async throws {
        let container = Container { $0.register { "made" } }
        container.register(.singleton, tag: "kept") { "kept" }

        #expect(try await inLane(container.async) == ["made", "kept", "made"])
        #expect(try await inMain(container.main) == ["made", "kept", "made"])
        #expect(try provided(by: container.provider(of: String.self)) == "made")
        #expect(try await provided(by: container.async.provider(of: String.self)) == "made")
        #expect(try optional(container) == "made")
        container.register { resolver in [try await Self.awaited(resolver)] }
        #expect(try await container.async.resolve([String].self) == ["made"])
    }

    private func inLane<each Argument>(
        _ lane: AsyncContainer,
        _ arguments: repeat each Argument
    ) async throws -> [String?] {
        try await [
            lane.resolve(String.self, arguments: repeat each arguments),
            lane.resolve(String.self, tag: "kept", arguments: repeat each arguments),
            lane.resolve(String?.self, arguments: repeat each arguments),
        ]
    }

    @MainActor private func inMain<each Argument>(
        _ lane: MainActorContainer,
        _ arguments: repeat each Argument
    ) throws -> [String?] {
        try [
            lane.resolve(String.self, arguments: repeat each arguments),
            lane.resolve(String.self, tag: "kept", arguments: repeat each arguments),
            lane.resolve(String?.self, arguments: repeat each arguments),
        ]
    }

    private func provided<each Argument>(
        by provider: Provider<String>,
        _ arguments: repeat each Argument
    ) throws -> String {
        try provider(repeat each arguments)
    }

    private func provided<each Argument>(
        by provider: AsyncProvider<String>,
        _ arguments: repeat each Argument
    ) async throws -> String {
        try await provider(repeat each arguments)
    }

    private func optional<each Argument>(
        _ container: Container,
        _ arguments: repeat each Argument
    ) throws -> String? {
        try container.resolve(String?.self, arguments: repeat each arguments)
    }

    private static func awaited<each Argument>(
        _ resolver: borrowing AsyncResolver,
        _ arguments: repeat each Argument
    ) async throws -> String {
        try await resolver.resolve(arguments: repeat each arguments)
    }
}
