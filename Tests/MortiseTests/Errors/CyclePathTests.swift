// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `The path of a cycle` {
    private final class Way {
        init(into ring: Ring) {}
    }

    private final class Ring {
        init(next: Next) {}
    }

    private final class Next {
        init(ring: Ring) {}
    }

    @Test func `shows one round, however often the factories ran`() throws {
        let container = Container {
            $0.register { Way(into: $0) }
            $0.register { Ring(next: $0) }
            $0.register { Next(ring: $0) }
        }

        let error = try #require(throws: ResolutionError.self) {
            try container.resolve(Way.self)
        }

        let names = error.path.map { $0.key.description.split(separator: ".").last }
        #expect(error.code == .cycle)
        #expect(names == ["Way", "Ring", "Next", "Ring"])
        #expect(error.path.map(\.isRepeated) == [false, true, false, true])
    }
}
