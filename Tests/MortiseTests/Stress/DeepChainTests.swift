// SPDX-License-Identifier: MIT

import CMortiseThread
import Mortise
import MortiseGraph
import Testing

/// The shared property of a chain's links.
enum ChainKind: String, CaseIterable, Sendable {
    case unique
    case shared
    case singleton
    case wiredByCapture
    case uniqueProperties
    case sharedProperties
    case singletonProperties
}

/// One link; it knows the number of followers, and holds none of them.
final class Link: Sendable {
    let following: Int

    init(_ following: Int) { self.following = following }
}

/// Definitions under the tags 0 ..< count, each of which needs the next; the last one needs nothing, or the
/// first in a ring.
func chain(_ kind: ChainKind, _ count: Int, isRing: Bool) -> Container {
    let container = Container()
    for index in 0..<count {
        let isLast = index == count - 1
        let next: Int? = isLast ? (isRing ? 0 : nil) : index + 1
        add(kind, index, next: next, to: container)
    }
    return container
}

private func add(_ kind: ChainKind, _ index: Int, next: Int?, to container: Container) {
    let make: @Sendable (inout Resolver) throws -> Link = { resolver in
        guard let next else { return Link(0) }
        return Link(try resolver.resolve(Link.self, tag: next).following + 1)
    }
    let inject: @Sendable (inout Resolver, Link) throws -> Void = { resolver, _ in
        if let next { _ = try resolver.resolve(Link.self, tag: next) }
    }
    switch kind {
    case .unique: container.register(tag: index, factory: make)
    case .shared: container.register(.shared, tag: index, factory: make)
    case .singleton: container.register(.singleton, tag: index, factory: make)
    case .wiredByCapture:
        container.register(tag: index) { [unowned container] () throws -> Link in
            guard let next else { return Link(0) }
            return Link(try container.resolve(Link.self, tag: next).following + 1)
        }
    case .uniqueProperties:
        container.register(tag: index) { Link(0) }.injecting(inject)
    case .sharedProperties:
        container.register(.shared, tag: index) { Link(0) }.injecting(inject)
    case .singletonProperties:
        container.register(.singleton, tag: index) { Link(0) }.injecting(inject)
    }
}

/// Resolves the first link twice, and one near the end, on a thread with a given stack size.
func resolve(
    _ container: Container,
    count: Int,
    stackSize: Int
) async throws -> (first: Outcome<Int>, second: Outcome<Int>, short: Outcome<Int>) {
    var found: [Outcome<[Outcome<Int>]>] = []
    try await race(rounds: 1, threads: 1, stackSize: stackSize) { _ in
        container
    } run: { container, _, _ in
        [0, 0, count - 5].map { tag in
            Result { try container.resolve(Link.self, tag: tag).following }
        }
    } check: { _, outcomes in
        found = outcomes
    }
    let outcomes = try #require(try found.first?.get())
    return (outcomes[0], outcomes[1], outcomes[2])
}

@Suite("A chain of ten thousand definitions", .serialized, .timeLimit(.minutes(15)))
struct DeepChainTests {
    /// Thread Sanitizer takes long to register them, and has nothing to say of one thread.
    private static let count = mortise_has_thread_sanitizer ? 1_000 : 10_000
    private static let small = 512 * 1024
    private static let large = 1024 * 1024 * 1024
    /// The chain on a large stack: searching 10 000 frames takes long in unoptimised code.
    private static var largeCount: Int {
        // More calls than Thread Sanitizer can distinguish would end it.
        if mortise_has_thread_sanitizer { return 400 }
        #if DEBUG
        return 2_000
        #else
        return 10_000
        #endif
    }

    @Test(arguments: ChainKind.allCases)
    func `on a small stack gives its value or is too deep`(kind: ChainKind) async throws {
        let container = chain(kind, Self.count, isRing: false)

        let outcome = try await resolve(container, count: Self.count, stackSize: Self.small)

        for outcome in [outcome.first, outcome.second] {
            if case .failure(let error) = outcome {
                #expect((error as? ResolutionError)?.code == .tooDeep, "\(error)")
            }
        }
        // The thread's stack limit is forgotten.
        let short = try outcome.short.get()
        #expect(short == 4 || short == 0)
        container.reset()
    }

    @Test(arguments: ChainKind.allCases)
    func `on a large stack gives its value`(kind: ChainKind) async throws {
        let container = chain(kind, Self.largeCount, isRing: false)

        let outcome = try await resolve(container, count: Self.largeCount, stackSize: Self.large)

        let isMadeOfProperties = kind.rawValue.hasSuffix("Properties")
        #expect(try outcome.first.get() == (isMadeOfProperties ? 0 : Self.largeCount - 1))
        #expect(try outcome.second.get() == (isMadeOfProperties ? 0 : Self.largeCount - 1))
        container.reset()
    }

    @Test(arguments: [ChainKind.unique, .shared, .singleton, .wiredByCapture])
    func `closed to a ring is a cycle or too deep`(kind: ChainKind) async throws {
        let container = chain(kind, Self.count, isRing: true)

        let outcome = try await resolve(container, count: Self.count, stackSize: Self.small)

        for outcome in [outcome.first, outcome.second, outcome.short] {
            let error = try #require(throws: ResolutionError.self) { try outcome.get() }
            #expect(error.code == .cycle || error.code == .tooDeep)
        }
        container.reset()
    }

    @Test(arguments: [ChainKind.unique, .shared, .singleton, .wiredByCapture])
    func `closed to a ring is a cycle if the stack allows`(kind: ChainKind) async throws {
        let container = chain(kind, Self.largeCount, isRing: true)

        let outcome = try await resolve(container, count: Self.largeCount, stackSize: Self.large)

        for outcome in [outcome.first, outcome.second, outcome.short] {
            let error = try #require(throws: ResolutionError.self) { try outcome.get() }
            #expect(error.code == .cycle)
        }
        container.reset()
    }

    @Test(arguments: [ChainKind.sharedProperties, .singletonProperties])
    func `closed to a ring of properties gives its value or is too deep`(kind: ChainKind)
        async throws
    {
        let container = chain(kind, Self.largeCount, isRing: true)

        let small = try await resolve(container, count: Self.largeCount, stackSize: Self.small)
        let large = try await resolve(container, count: Self.largeCount, stackSize: Self.large)

        for outcome in [small.first, small.second, small.short] {
            if case .failure(let error) = outcome {
                #expect((error as? ResolutionError)?.code == .tooDeep, "\(error)")
            }
        }
        #expect(try large.first.get() == 0)
        #expect(try large.second.get() == 0)
        container.reset()
    }
}
