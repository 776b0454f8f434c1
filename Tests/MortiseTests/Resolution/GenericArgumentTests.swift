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
    private static func text<Only>(_ resolver: borrowing Resolver, _ only: Only) throws -> String {
        try resolver.resolve(arguments: only)
    }

    @inline(never)
    private func text<each Argument>(
        _ container: Container,
        all arguments: repeat each Argument
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
            #expect(try text(container, all: 2, "two") == "2 two")
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
}
