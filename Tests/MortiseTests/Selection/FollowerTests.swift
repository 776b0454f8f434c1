// SPDX-License-Identifier: MIT

import Testing

@testable import Mortise

private protocol Store: Sendable {}
private final class DiskStore: Store {}

@Suite struct `A follower of a type that is forwarded` {
    private let app = Container {
        $0.register(.singleton) { DiskStore() }.implements((any Store).self) { $0 }
    }

    private func makeFollower() throws -> Follower {
        let follower = Follower(KeyWords.word(of: (any Store).self), in: app)
        follower.trace()
        _ = try app.resolve((any Store).self)
        return follower
    }

    @Test func `is told once that an instance was dropped`() throws {
        let follower = try makeFollower()

        app.dropInstances(of: DiskStore.self)

        #expect(follower.version == 1)
    }

    @Test func `is told once that all definitions went`() throws {
        let follower = try makeFollower()

        app.reset()

        #expect(follower.version == 1)
    }

    @Test func `is told once that the container was closed`() async throws {
        let follower = try makeFollower()

        try await app.close()

        #expect(follower.version == 1)
        #expect(follower.isOver)
    }
}
