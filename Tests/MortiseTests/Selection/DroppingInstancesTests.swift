// SPDX-License-Identifier: MIT

import Mortise
import Testing

@Suite struct `Resetting singletons` {
    private static func container() -> Container {
        Container {
            $0.register(.singleton, tag: "remote") { RemoteRepository() as any Repository }
                .selectable()
            $0.register(.singleton, tag: "local") { LocalRepository() as any Repository }
                .selectable()
            $0.register(.singleton, tag: "local") { LocalRepository() }
        }
    }

    private static func all(_ container: Container) throws -> [AnyObject] {
        [
            try container.resolve((any Repository).self, tag: "remote"),
            try container.resolve((any Repository).self, tag: "local"),
            try container.resolve(LocalRepository.self, tag: "local"),
        ]
    }

    private static func areKept(
        _ container: Container,
        _ reset: (Container) -> Void
    ) throws -> [Bool] {
        let before = try all(container)
        reset(container)
        return zip(before, try all(container)).map { $0 === $1 }
    }

    @Test func `drops by type, by tag, by both, or all`() throws {
        let container = Self.container()

        #expect(
            try Self.areKept(container) { $0.dropInstances(of: (any Repository).self) }
                == [false, false, true]
        )
        #expect(
            try Self.areKept(container) {
                $0.dropInstances(of: (any Repository).self, tag: "local")
            } == [true, false, true]
        )
        #expect(
            try Self.areKept(container) { $0.dropInstances(tag: "local") }
                == [true, false, false]
        )
        #expect(try Self.areKept(container) { $0.dropInstances() } == [false, false, false])
    }

    @Test func `works in a container that is bootstrapped, and leaves definitions alone`() throws {
        let container = Self.container()
        try container.bootstrap()
        _ = try Self.all(container)
        container.dropInstances()

        #expect(container.isBootstrapped)
        #expect(try container.resolve((any Repository).self).name == "remote")
    }

    @Test func `releases the instance unless others hold it`() throws {
        let census = Census()
        let container = Container { $0.register(.singleton) { Piece(census) } }
        let piece = try container.resolve(Piece.self)
        container.dropInstances()
        #expect(piece.isAlive && census.living == 1)

        _ = try container.resolve(Piece.self)
        container.dropInstances()
        _ = consume piece
        #expect(census.isEmptySoon)
    }
}
