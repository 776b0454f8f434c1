// SPDX-License-Identifier: MIT

import GalaxyDomain

/// Lets tasks go on when a number of them has come.
actor Room {
    private let count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(for count: Int) { self.count = count }

    func meet() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == count else { return }
            for one in waiting { one.resume() }
            waiting = []
        }
    }
}

/// Two requests that read one starship wait for each other.
struct MeetingStore: StarshipStore {
    let original: any StarshipStore
    let room: Room

    func starships(after id: Int, limit: Int) async throws -> [Starship] {
        try await original.starships(after: id, limit: limit)
    }

    func starship(_ id: Int) async throws -> Starship {
        let found = try await original.starship(id)
        await room.meet()
        return found
    }

    func insert(_ starship: Starship) { original.insert(starship) }

    func update(_ starship: Starship) { original.update(starship) }

    func delete(_ starship: Starship) { original.delete(starship) }
}
