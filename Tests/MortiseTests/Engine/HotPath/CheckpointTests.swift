// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@testable import Mortise

@Suite("A chain of definitions on a small stack", .serialized, .timeLimit(.minutes(15)))
struct CheckpointTests {
    /// The size of a stack in KiB, and a number of definitions that a chain may have there.
    ///
    /// Half of the room: unoptimised code needs two to three times as much stack, and Address Sanitizer twice
    /// that.
    #if MORTISE_SANITIZED
    private static let possible = [(96, 1), (128, 2), (256, 4)]
    private static let possibleAgain = [(128, 3), (256, 8)]
    #elseif DEBUG
    private static let possible = [(96, 2), (128, 4), (256, 8)]
    private static let possibleAgain = [(128, 6), (256, 16)]
    #else
    private static let possible = [(64, 5), (96, 8), (128, 12), (256, 24)]
    private static let possibleAgain = [(64, 36), (96, 48), (128, 60), (256, 120)]
    #endif

    @Test(arguments: ChainKind.allCases, possible)
    func `gives its value`(kind: ChainKind, _ possible: (size: Int, count: Int)) async throws {
        let container = chain(kind, possible.count, isRing: false)

        let outcome = try await ask(container, onStackOf: possible.size)

        #expect(try outcome.get() == (kind.isMadeOfProperties ? 0 : possible.count - 1))
        container.reset()
    }

    @Test(arguments: [ChainKind.unique, .shared, .singleton], possibleAgain)
    func `gives its value if it was made before`(
        kind: ChainKind,
        _ possible: (size: Int, count: Int)
    ) async throws {
        let container = chain(kind, possible.count, isRing: false)
        _ = try await ask(container, onStackOf: 8 * 1024).get()

        let outcome = try await ask(container, onStackOf: possible.size)

        #expect(try outcome.get() == possible.count - 1)
        container.reset()
    }

    @Test(arguments: ChainKind.allCases, [64, 96, 128, 256])
    func `that exceeds the stack is too deep`(kind: ChainKind, size: Int) async throws {
        let container = chain(kind, 2_000, isRing: false)

        // First on a large stack: with Address Sanitizer, 64 KiB are not enough for the runtime to make the
        // types of the first error.
        for size in [512, size, size] {
            let outcome = try await ask(container, onStackOf: size)

            let error = try #require(throws: ResolutionError.self) { try outcome.get() }
            #expect(error.code == .tooDeep)
        }
        container.reset()
    }

    @Test(arguments: [64, 128, 512])
    func `that begins near the end of the stack is too deep`(size: Int) async throws {
        let container = chain(.unique, 2_000, isRing: false)
        _ = try? await ask(container, onStackOf: 8 * 1024)

        let outcome = try await ask(container, onStackOf: size, after: size * 1024 - 40 * 1024)

        let error = try #require(throws: ResolutionError.self) { try outcome.get() }
        #expect(error.code == .tooDeep)
        container.reset()
    }

    /// Resolves the first link of a chain on a thread with a stack of `size` KiB, part of which is in use
    /// already.
    private func ask(
        _ container: Container,
        onStackOf size: Int,
        after used: Int = 0
    ) async throws -> Outcome<Int> {
        var found: [Outcome<Int>] = []
        try await race(rounds: 1, threads: 1, stackSize: size * 1024) { _ in
            container
        } run: { container, _, _ in
            try descend(by: used, from: Checkpoint.stackAddress) {
                try container.resolve(Link.self, tag: 0).following
            }
        } check: { _, outcomes in
            found = outcomes
        }
        return try #require(found.first)
    }
}

/// Uses up some of the stack before it calls the body.
private func descend<Value>(
    by size: Int,
    from begin: UInt,
    _ body: () throws -> Value
) rethrows -> Value {
    let used = Int(begin) - Int(Checkpoint.stackAddress)
    // The deferred call prevents a tail call.
    defer { withExtendedLifetime(used) {} }
    return try used >= size ? body() : descend(by: size, from: begin, body)
}

extension ChainKind {
    fileprivate var isMadeOfProperties: Bool { rawValue.hasSuffix("Properties") }
}
