// SPDX-License-Identifier: MIT

import Mortise
import Synchronization
import Testing

// A short list of shared instances is searched linearly. With many, a request must not compare its arguments
// with those of all.

private final class Gear: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

/// A key that counts its hashings and comparisons.
private struct CountedKey: Hashable, Sendable {
    let number: Int
    let counts: Counts

    static func == (lhs: CountedKey, rhs: CountedKey) -> Bool {
        lhs.counts.compared.add(1, ordering: .relaxed)
        return lhs.number == rhs.number
    }

    func hash(into hasher: inout Hasher) {
        counts.hashed.add(1, ordering: .relaxed)
        counts.onHash.withLock { $0 }?()
        hasher.combine(number)
    }
}

private final class Counts: Sendable {
    let compared = Atomic(0)
    let hashed = Atomic(0)
    let onHash = Locked<(@Sendable () -> Void)?>(nil)
}

private struct Parts: Assembly {
    let container: Container
    var counts = Counts()

    func part(_ number: Int) -> Gear {
        define(.shared, for: CountedKey(number: number, counts: counts)) { Gear(number) }
    }
    func all(_ count: Int) -> [[Gear]] {
        define(.shared, for: "all") {
            let parts = (0..<count).map { part($0) }
            return [parts, (0..<count).map { part($0) }]
        }
    }
    /// Each is made inside the previous one, the last by the first.
    func ring(_ number: Int, of count: Int) -> RingLink {
        define(.shared, for: CountedKey(number: number, counts: counts)) {
            RingLink(number)
        } injecting: {
            $0.next = ring((number + 1) % count, of: count)
        }
    }
    func failing(_ number: Int, _ tries: Counts) throws -> RingLink {
        try define(.shared, for: number) {
            RingLink(number)
        } injecting: { (link: inout RingLink) throws in
            tries.hashed.add(1, ordering: .relaxed)
            if tries.hashed.load(ordering: .relaxed) == 1 { throw CancellationError() }
            link.next = link
        }
    }
    func withFailure(_ count: Int) throws -> [Gear] {
        try define(.shared, for: "withFailure") {
            let tries = Counts()
            let first = (0..<count).map { part($0) }
            #expect(throws: (any Error).self) { try failing(1, tries) }
            let again = try failing(1, tries)
            #expect(again === again.next)
            #expect(try failing(1, tries) === again)
            again.next = nil
            #expect((0..<count).allSatisfy { part($0) === first[$0] })
            return first
        }
    }
    var plain: Gear { define(.shared) { Gear(-1) } }
    func withPlain(_ count: Int) -> [Gear] {
        define(.shared, for: "withPlain") {
            [plain] + (0..<count).map { part($0) } + [plain]
        }
    }
}

private final class RingLink: @unchecked Sendable {
    let number: Int
    var next: RingLink?

    init(_ number: Int) { self.number = number }
}

@Suite struct `Many shared instances` {
    private let parts = Parts(container: Container())

    @Test func `are found without comparing arguments with all of them`() {
        let count = 2000
        let all = parts.all(count)
        #expect(all[0].map(\.number) == Array(0..<count))
        #expect(zip(all[0], all[1]).allSatisfy { $0 === $1 })
        // The first ones are compared one by one, before there is an index; after that, only those with equal
        // hashes.
        #expect(parts.counts.compared.load(ordering: .relaxed) < 3 * count + 500)
        #expect(parts.counts.hashed.load(ordering: .relaxed) < 4 * count + 500)
    }

    @Test func `are found while each is made inside the previous one`() {
        let count = 100
        let first = parts.ring(0, of: count)
        var link = first
        for _ in 0..<count { link = link.next ?? link }
        #expect(link === first)
        #expect(parts.counts.compared.load(ordering: .relaxed) < 40 * count)
        // Breaks its retain cycle.
        first.next = nil
    }

    @Test func `are found when some of them have failed`() throws {
        let all = try parts.withFailure(100)
        #expect(all.count == 100)
    }

    @Test func `are found without arguments among others with arguments`() {
        for _ in 0..<3 {
            let all = parts.withPlain(100)
            #expect(all.first === all.last)
        }
    }

    @Test func `may be resolved while the arguments of others are hashed`() {
        let parts = parts
        let isNested = Locked(false)
        parts.counts.onHash.withLock {
            $0 = { @Sendable in
                let mayNest = isNested.withLock { nested in
                    defer { nested = true }
                    return !nested
                }
                guard mayNest else { return }
                _ = parts.plain
                for number in 1000..<1040 { _ = parts.part(number) }
                isNested.withLock { $0 = false }
            }
        }
        defer { parts.counts.onHash.withLock { $0 = nil } }
        let all = parts.all(60)
        #expect(zip(all[0], all[1]).allSatisfy { $0 === $1 })
        #expect(all[0].map(\.number) == Array(0..<60))
    }

    @Test func `are found in an asynchronous resolve`() async throws {
        let container = Container {
            $0.register { (_: inout AsyncResolver) async throws in Gear(0) }
            $0.register(.shared) { (_: inout Resolver, number: Int) in RingLink(number) }
            $0.register { (resolver: inout AsyncResolver) async throws -> [RingLink] in
                var links: [RingLink] = []
                for number in 0..<100 {
                    links.append(try await resolver.resolve(arguments: number))
                }
                _ = try await resolver.resolve(Gear.self)
                for number in 0..<100 {
                    let again = try await resolver.resolve(RingLink.self, arguments: number)
                    #expect(again === links[number])
                }
                return links
            }
        }
        #expect(try await container.async.resolve([RingLink].self).count == 100)
    }
}
