// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import Testing

private struct Wrong: Error {}

/// Threads that keep reading an unrelated container.
private func readers(_ count: Int, until isOver: Flag) -> (Container, Task<Bool, Never>) {
    let container = Container { $0.register(.singleton) { Part<Red>(Census()) } }
    let work = Task {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask {
                    let outcome = await onThread {
                        while !isOver.isSet { _ = try container.resolve(Part<Red>.self) }
                    }
                    return (try? outcome.get()) != nil
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
    }
    return (container, work)
}

@Suite("An instance that was dropped", .timeLimit(.minutes(15))) struct ReclaimingTests {
    @Test func `is released when readers of something else have moved on`() async throws {
        let census = Census()
        let isOver = Flag()
        let (read, work) = readers(6, until: isOver)
        _ = try read.resolve(Part<Red>.self)

        for _ in 0..<200 {
            let container = Container { $0.register(.singleton) { Part<Blue>(census) } }
            _ = try container.resolve(Part<Blue>.self)
            container.reset()
        }

        // While they keep reading: no other thread does anything.
        await eventually { census.living == 0 }
        #expect(census.living == 0)
        isOver.set()
        #expect(await work.value)
    }

    @Test func `is released with its definition, which a factory has registered and resolved`()
        async
        throws
    {
        let census = Census()
        let container = Container()
        container.register { [unowned container] (resolver: inout Resolver) in
            let captured = Part<Green>(census)
            container.register(.singleton) { Part<Red>(census, next: captured) }
            return Part<Blue>(census, next: try resolver.resolve(Part<Red>.self))
        }

        let isGone = await onThread {
            // On a known thread, without a session, which would release everything.
            _ = try Container { $0.register { 1 } }.resolve(Int.self)
            _ = try container.resolve(Part<Blue>.self)
            container.reset()
            return census.isEmptySoon
        }

        #expect(try isGone.get())
    }

    @Test func `is released with the end of the borrowing body`() async throws {
        let census = Census()
        let container = Container {
            $0.register(.singleton) { Part<Red>(census) }
            $0.register(.singleton) { Part<Blue>(census) }
        }
        _ = try container.resolve(Part<Blue>.self)
        let (isLent, mayEnd) = (Flag(), Flag())
        async let lending = onThread {
            // The thread is known, so the instance is lent without a count.
            _ = try container.resolve(Part<Red>.self)
            return try container.with(Part<Red>.self) { part in
                isLent.set()
                mayEnd.sleepUntilSet()
                return part.isAlive
            }
        }
        await eventually { isLent.isSet }

        container.reset()

        await eventually { census.living == 1 }
        #expect(census.living == 1)
        mayEnd.set()
        #expect(try await lending.get())
        await eventually { census.living == 0 }
        #expect(census.living == 0)
    }

    @Test func `is released with its factory at the end of the resolve that saw it`() async throws {
        // More containers than a thread has hazard pointers for.
        let census = Census()
        let sources = (0..<8).map { index in
            let captured = Part<Blue>(census)
            return Container {
                $0.register(tag: index) { Part<Red>(Census(), next: captured) }
            }
        }
        let (isAsked, mayEnd) = (Flag(), Flag())
        let container = Container(sources: sources)
        container.register { resolver in
            let all: [Part<Red>] = try (0..<8).map { try resolver.resolve(tag: $0) }
            isAsked.set()
            mayEnd.sleepUntilSet()
            guard all.allSatisfy({ $0.next?.isAlive == true }) else { throw Wrong() }
            return Part<Green>(Census())
        }
        async let resolving = onThread { _ = try container.resolve(Part<Green>.self) }
        await eventually { isAsked.isSet }

        for source in sources { source.reset() }

        #expect(census.living == 8)
        mayEnd.set()
        try await resolving.get()
        await eventually { census.living == 0 }
        #expect(census.living == 0)
    }

    @Test func `may resolve, reset and hold the last reference in its own deinit`() async throws {
        final class Resolving: Sendable {
            let container: Container
            let piece: Piece

            init(_ container: Container, _ census: Census) {
                self.container = container
                piece = Piece(census)
            }

            deinit {
                _ = try? container.resolve(Part<Red>.self)
                container.reset()
            }
        }
        let census = Census()
        let isOver = Flag()
        let (read, work) = readers(4, until: isOver)
        _ = try read.resolve(Part<Red>.self)

        for _ in 0..<200 {
            let inner = Container { $0.register(.singleton) { Part<Red>(census) } }
            let outer = Container { $0.register(.singleton) { Resolving(inner, census) } }
            _ = try outer.resolve(Resolving.self)
            outer.reset()
        }

        await eventually { census.living == 0 }
        #expect(census.living == 0)
        isOver.set()
        #expect(await work.value)
    }

    @Test func `is released although the threads that used it have ended`() async throws {
        let census = Census()
        let container = Container()

        try await race(rounds: Rounds.some / 10, threads: 1) { _ in
            container.register(.singleton) { Part<Red>(census) }
        } run: { _, _, _ in
            let threads = (0..<4).map { _ in
                let thread = Thread {
                    for _ in 0..<50 { _ = try? container.resolve(Part<Red>.self) }
                    _ = try? container.with(Part<Red>.self) { $0.isAlive }
                }
                thread.start()
                return thread
            }
            while threads.contains(where: { !$0.isFinished }) {
                container.register(.singleton) { Part<Red>(census) }
                Nap.once()
            }
        } check: { _, outcomes in
            for outcome in outcomes { try outcome.get() }
        }
        container.reset()

        await eventually { census.living == 0 }
        #expect(census.living == 0)
    }

    @Test func `is never seen by concurrent readers, borrowers and droppers`()
        async throws
    {
        let census = Census()

        try await race(rounds: Rounds.some / 40, threads: 4) { _ in
            let parent = Container { $0.register(.singleton) { Part<Red>(census) } }
            return Container(parent: parent) {
                $0.register(.singleton) {
                    Part<Green>(census, next: try $0.resolve(Part<Red>.self))
                }
                $0.register(.shared) { Part<Blue>(census, next: try $0.resolve(Part<Green>.self)) }
            }
        } run: { container, thread, _ in
            for turn in 0..<Rounds.operations / 20 {
                switch (thread + turn) % 5 {
                case 0:
                    container.register(.singleton) {
                        Part<Green>(census, next: try $0.resolve(Part<Red>.self))
                    }
                case 1, 2:
                    let blue = try container.resolve(Part<Blue>.self)
                    guard blue.isAlive, blue.next?.isAlive == true, blue.next?.next?.isAlive == true
                    else { throw Wrong() }
                case 3:
                    let isAlive = try container.with(Part<Green>.self) { part in
                        if turn % 7 == 0 { Nap.once() }
                        return part.isAlive && part.next?.isAlive == true
                    }
                    guard isAlive else { throw Wrong() }
                default:
                    guard try container.resolve(Part<Green>.self).isAlive else { throw Wrong() }
                }
            }
        } check: { container, outcomes in
            for outcome in outcomes { try outcome.get() }
            container.reset()
        }

        await eventually { census.living == 0 }
        #expect(census.living == 0)
    }
}
