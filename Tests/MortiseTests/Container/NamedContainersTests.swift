// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `Named contexts` {
    private enum Area: Hashable {
        case shop
        case support(Int)
    }

    @Test func `are looked up by a typed name, and isolated`() throws {
        let areas = NamedContainers<Area>()
        areas[.shop].register { "shop" }
        areas[.support(1)].register { 1 }

        #expect(areas[.shop] === areas[.shop])
        #expect(areas.existing(.support(2)) == nil)
        #expect(try areas[.shop].resolve(String.self) == "shop")
        expectRefusal(.missingBinding) {
            try areas[.support(1)].resolve(String.self)
        }
        #expect(areas.names == [.shop, .support(1)])
    }

    @Test func `fall back to another container only if they are configured to`() throws {
        let areas = NamedContainers<Area>()
        let app = Container { $0.register { "app" } }

        let shop = areas.open(.shop, fallingBackTo: app)
        #expect(try shop.resolve(String.self) == "app")
        #expect(areas[.shop] === shop)
        expectRefusal(.missingBinding) {
            try areas[.support(1)].resolve(String.self)
        }
    }

    @Test func `are destroyed with everything in them`() async throws {
        let areas = NamedContainers<Area>()
        let census = Census()
        areas[.shop].register(.singleton) { Piece(census) }
        _ = try areas[.shop].resolve(Piece.self)
        var values = areas[.shop].values(of: Piece.self).makeAsyncIterator()
        _ = try await values.next()
        let old = areas[.shop]

        #expect(areas.destroy(.shop))
        #expect(!areas.destroy(.shop))
        #expect(census.isEmptySoon)
        #expect(try await values.next() == nil)
        expectRefusal(.missingBinding) { try old.resolve(Piece.self) }
        #expect(areas[.shop] !== old)
    }

    @Test func `are the same for all threads`() async throws {
        try await race(rounds: Rounds.some, threads: 4) { _ in
            NamedContainers<Int>()
        } run: { contexts, _, round in
            contexts[round]
        } check: { _, outcomes in
            let all = try outcomes.map { try $0.get() }
            #expect(all.allSatisfy { $0 === all[0] })
        }
    }
}
