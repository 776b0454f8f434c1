// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

extension ScopeName {
    fileprivate static let visit = ScopeName("visit")
}

@Suite struct `The hint of an error` {
    private static let file: StaticString = "Town/Wiring.swift"

    /// The text of the error that a body throws.
    private func text(_ body: () throws -> Void) throws -> String {
        try #require(throws: ResolutionError.self) { try body() }.description
    }

    private func found(in container: Container) -> [String] {
        container.validate().errors.map { $0.rendered() }
    }

    // MARK: Several of a type

    @Test func `about an array is to let its elements contribute`() throws {
        let container = Container {
            $0.register(file: Self.file, line: 1) { WaterMill() as any Mill }
            $0.register(
                file: Self.file,
                line: 2,
                autowiring: { (mills: [any Mill]) in mills.count }
            )
        }

        let text = try text { _ = try container.resolve(Int.self) }

        try expectGolden(text, "error-missing-array")
        #expect(found(in: container) == [text])
    }

    @Test func `about two types that implement one is to let them contribute`() throws {
        let container = Container {
            $0.register { WaterMill() }.implements((any Mill).self, file: Self.file, line: 1) { $0 }
            $0.register { Caravan() }
            $0.register { SteamMill() }.implements((any Mill).self, file: Self.file, line: 2) { $0 }
        }

        let texts = found(in: container)

        #expect(texts.count == 1)
        try expectGolden(texts.first ?? "", "duplicate-implements")
    }

    // MARK: Lifetimes

    @Test func `about a captive says so although no scope is open, as opening one does not help`()
        throws
    {
        let container = Container {
            $0.register(.scoped(.visit), file: Self.file, line: 1) { Flour() }
            $0.register(.singleton, file: Self.file, line: 2, autowiring: Dough.init)
        }

        let text = try text { _ = try container.resolve(Dough.self) }

        try expectGolden(text, "error-captive-through-the-root")
        #expect(found(in: container) == [text])
        let scope = try container.openScope(.visit)
        #expect(try self.text { _ = try scope.resolve(Dough.self) } == text)
    }

    @Test func `about a scoped instance that nothing keeps is to open a scope, which helps`() throws
    {
        let container = Container {
            $0.register(.scoped(.visit), file: Self.file, line: 1) { Flour() }
            $0.register(file: Self.file, line: 2, autowiring: Dough.init)
        }

        expectRefusal(.missingScope) { try container.resolve(Dough.self) }
        _ = try container.openScope(.visit).resolve(Dough.self)
    }

    @Test func `about what only the asking scope has names the singleton and both containers`()
        throws
    {
        let town = Container(name: "town") {
            $0.register(.singleton, file: Self.file, line: 1, autowiring: Dough.init)
        }
        let scope = try town.openScope(.visit)
        scope.register(file: Self.file, line: 2) { Flour() }

        let text = try text { _ = try scope.resolve(Dough.self) }

        try expectGolden(text, "error-missing-in-the-keeper")
        #expect(found(in: scope) == [text])
        scope.register(.singleton, autowiring: Dough.init)
        _ = try scope.resolve(Dough.self)
    }

    // MARK: Self-forwarders

    @Test func `about a factory that asks for the type it forwards names that type`() throws {
        let container = Container {
            $0.register(file: Self.file, line: 1, autowiring: { (_: any Mill) in WaterMill() })
                .implements((any Mill).self, file: Self.file, line: 2) { $0 }
        }

        let text = try text { _ = try container.resolve(WaterMill.self) }

        try expectGolden(text, "error-cycle-self-forwarder")
        #expect(found(in: container) == [text])
        #expect(
            try self.text { _ = try container.resolve((any Mill).self) }
                .contains("any Mill comes from that definition itself")
        )
    }

    @Test func `about a definition that implements its own type is to leave that out`() throws {
        let container = Container {
            $0.register(file: Self.file, line: 1) { WaterMill() as any Mill }
                .implements((any Mill).self, file: Self.file, line: 2) { $0 }
        }

        let text = try text { _ = try container.resolve((any Mill).self) }

        try expectGolden(text, "error-cycle-forwarding-itself")
        let found = container.validate().errors
        #expect(found.map(\.code) == [.duplicateBinding, .cycle])
        #expect(Set(found.map(\.hint)).count == 1)
        #expect(found.last?.rendered() == text)
    }

    // MARK: Optional parameters

    @Test func `about an optional parameter says for whom it is optional`() throws {
        let container = Container {
            $0.register(file: Self.file, line: 1, autowiring: { (_: (any Mill)?) in Flour() })
            $0.register(tag: "old", file: Self.file, line: 2) { WaterMill() as any Mill }
        }

        let text = try text { _ = try container.resolve(Flour.self) }

        try expectGolden(text, "error-missing-optional-parameter")
        #expect(found(in: container) == [text])
        container.register { try Flour(for: $0.resolve((any Mill)?.self)) }.replacing()
        _ = try container.resolve(Flour.self)
    }
}

private final class SteamMill: Mill {}

extension Flour {
    fileprivate init(for _: (any Mill)?) { self.init() }
}

/// What is made of flour.
final class Dough: Sendable {
    init(flour: Flour) {}
}
