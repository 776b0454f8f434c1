// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

// Not private and not inside another type, as in a program: reflection finds them by name.

final class BreadMaker {
    @Resolved var mill: any Mill
    @Resolved(tag: "big") var oven: Oven
    @Resolved(tag: "old") var otherOven: Oven
}

struct BreadShop {
    @LazyResolved var bakery: any Bakery
    @LazyResolved(tag: "x") var flour: Flour
}

final class BreadWindow {
    @Observed var bakery: any Bakery
}

final class BreadGuest {
    @Injected var bakery: any Bakery
}

final class BreadHost: Sendable {
    let bakery = LazyResolved<any Bakery>()
}

/// Its properties say for themselves where they are declared.
private final class Places {
    @Resolved var plain: Flour; static let plainLine = #line
    @Resolved() var parentheses: Flour; static let parenthesesLine = #line
    @LazyResolved var lazy: Flour; static let lazyLine = #line
    @Observed var observed: Flour; static let observedLine = #line
    @Injected var injected: Flour; static let injectedLine = #line
}

@Suite struct `The trap of a property` {
    /// The message, without what the system adds.
    private func text(_ result: ExitTest.Result?) throws -> String {
        let bytes = try #require(result).standardErrorContent
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let first = try #require(lines.firstIndex { $0.contains(": Fatal error: ") })
        let isEnd = lines[first...].firstIndex { $0.hasPrefix("  more:") } ?? first
        return lines[first...isEnd].joined(separator: "\n")
    }

    /// The message without the line, which moves.
    private func stable(_ result: ExitTest.Result?) throws -> String {
        try text(result).replacing(/^([^:]+):\d+:/) { "\($0.1):LINE:" }
    }

    @Test func `that resolves itself names it, its owner and its declaration`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Container.withCurrent(Container()) { _ = BreadMaker().mill }
        }

        try expectGolden(stable(result), "trap-resolved")
    }

    @Test func `that is one of several of its type names the owner and the declaration`()
        async throws
    {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Container.withCurrent(Container()) { _ = BreadMaker().oven }
        }

        try expectGolden(stable(result), "trap-resolved-one-of-several")
    }

    @Test func `that is eager says in which function it was made`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            func bake() {
                _ = Resolved<Flour>(in: Container(), .eager)
            }
            bake()
        }

        try expectGolden(stable(result), "trap-resolved-eager")
    }

    @Test func `for all threads names it, and shows the path without it`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let container = Container {
                $0.register(file: "Town/Wiring.swift", line: 1) { () -> Recipe in
                    _ = BreadShop().bakery
                    return Recipe(text: "")
                }
            }
            try Container.withCurrent(container) { _ = try container.resolve(Recipe.self) }
        }

        try expectGolden(stable(result), "trap-lazy")
    }

    @Test func `that is a constant names the owner and the declaration`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Container.withCurrent(Container()) { _ = BreadHost().bakery.wrappedValue }
        }

        try expectGolden(stable(result), "trap-lazy-constant")
    }

    @Test func `that follows changes names it, its owner and its declaration`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Container.withCurrent(Container()) { _ = BreadWindow().bakery }
        }

        try expectGolden(stable(result), "trap-observed")
    }

    @Test func `that was not filled names it, its owner and its declaration`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = BreadGuest().bakery
        }

        try expectGolden(stable(result), "trap-injected")
    }

    @Test func `is at the line of the declaration`() async throws {
        func place(_ result: ExitTest.Result?) throws -> String? {
            try text(result).split(separator: " ").first.map(String.init)
        }
        func expected(_ line: Int) -> String {
            "MortiseTests/PropertyTrapTests.swift:\(line):"
        }
        let plain = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container.withCurrent(Container()) { _ = Places().plain }
        }
        #expect(try place(plain) == expected(Places.plainLine))
        let explicit = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Container.withCurrent(Container()) { _ = Places().parentheses }
        }
        #expect(try place(explicit) == expected(Places.parenthesesLine))
        let lazy = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container.withCurrent(Container()) { _ = Places().lazy }
        }
        #expect(try place(lazy) == expected(Places.lazyLine))
        let observed = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Container.withCurrent(Container()) { _ = Places().observed }
        }
        #expect(try place(observed) == expected(Places.observedLine))
        let injected = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Places().injected
        }
        #expect(try place(injected) == expected(Places.injectedLine))
    }
}

@Suite struct `The error of a property that resolves itself` {
    @Test func `does not mention what the property uses inside`() throws {
        let container = Container {
            $0.register(.singleton, file: "Town/Wiring.swift", line: 1) {
                try VillageBakery(oven: $0.resolve())
            }
        }
        let property = LazyResolved(VillageBakery.self, in: container)

        let error = try #require(throws: ResolutionError.self) { try property.get() }

        try expectGolden(error.description, "error-lazy")
    }

    @Test func `shows the cycle of its own factory with its declaration`() throws {
        let container = Container()
        let property = LazyResolved(
            Int.self,
            in: container,
            tag: "sum",
            file: "Town/Shop.swift",
            line: 9
        )
        container.register(tag: "sum", file: "Town/Wiring.swift", line: 1) {
            try property.get() + 1
        }

        let error = try #require(throws: ResolutionError.self) { try property.get() }

        try expectGolden(error.description, "error-lazy-cycle")
        container.reset()
    }
}
