// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// A piece was handed out that is not alive, or does not stay the same.
private struct Dead: Error {
    let piece: String
    let turn: Int
}

@Suite("Definitions replaced while others resolve", .serialized, .timeLimit(.minutes(15)))
struct ReplacingRaceTests {
    @Test func `give a living instance, or are missing`() async throws {
        let census = Census()
        let isOver = Flag()

        try await race(rounds: 1, threads: 4) { _ in
            Container {
                $0.register { Part<Blue>(census, next: try $0.resolve(Part<Red>.self)) }
            }
        } run: { container, thread, _ -> Int in
            guard thread == 0 else {
                var turns = 0
                while !isOver.isSet || turns < 100 {
                    turns += 1
                    do {
                        let piece: Piece =
                            switch turns % 3 {
                            case 0: try container.resolve(Part<Red>.self)
                            case 1: try container.resolve(Part<Green>.self, tag: "tag")
                            default: try container.resolve(Part<Blue>.self)
                            }
                        guard piece.isAlive, piece.next?.isAlive != false else {
                            throw Dead(piece: "\(type(of: piece))", turn: turns)
                        }
                    } catch ResolutionError.Code.missingBinding {
                        continue
                    }
                }
                return turns
            }
            defer { isOver.set() }
            for turn in 0..<Rounds.operations / 8 {
                let red = container.register(.singleton) { Part<Red>(census) }
                let green = container.register(turn % 2 == 0 ? .singleton : .weakSingleton) {
                    Part<Green>(census, next: try $0.resolve(Part<Red>.self))
                }
                container.register { Part<Blue>(census, next: try $0.resolve(Part<Green>.self)) }
                switch turn % 4 {
                case 0: container.remove(red)
                case 1: container.reset()
                case 2: container.remove(green)
                default: break
                }
            }
            return 0
        } check: { container, outcomes in
            for outcome in outcomes {
                do { _ = try outcome.get() } catch { Issue.record("\(error)") }
            }
            container.reset()
        }

        #expect(census.isEmptySoon)
    }

    @Test func `are released when the borrowing bodies end`() async throws {
        let census = Census()
        let isOver = Flag()

        try await race(rounds: 1, threads: 4) { _ in
            Container { $0.register(.singleton) { Part<Red>(census) } }
        } run: { container, thread, _ -> Int in
            guard thread == 0 else {
                var turns = 0
                while !isOver.isSet || turns < 100 {
                    turns += 1
                    try container.with(Part<Red>.self) { part in
                        let number = part.number
                        if turns % 7 == 0 { Nap.once() }
                        guard part.isAlive, part.number == number else {
                            throw Dead(piece: "number \(number)", turn: turns)
                        }
                    }
                }
                return turns
            }
            defer { isOver.set() }
            for _ in 0..<Rounds.operations / 2 {
                container.register(.singleton) { Part<Red>(census) }
            }
            return 0
        } check: { container, outcomes in
            for outcome in outcomes {
                do { _ = try outcome.get() } catch { Issue.record("\(error)") }
            }
            container.reset()
        }

        #expect(census.isEmptySoon)
    }

    @Test func `stay for the body that borrows and replaces them, and are released at its end`()
        throws
    {
        let census = Census()
        let container = Container { $0.register(.singleton) { Part<Red>(census) } }
        _ = try container.resolve(Part<Red>.self)

        let isAliveInside = try container.with(Part<Red>.self) { part in
            container.register(.singleton) { Part<Red>(census) }
            _ = try container.resolve(Part<Red>.self)
            container.reset()
            return part.isAlive && census.living == 1
        }

        #expect(isAliveInside)
        #expect(census.isEmptySoon)
    }

    @Test func `are released when nobody reads them any more, in any number`() async throws {
        let census = Census()
        let isOver = Flag()

        try await race(rounds: 1, threads: 3) { _ in
            Container {
                $0.register(.singleton) { Part<Red>(census) }
                $0.register(.shared) { Part<Blue>(census, next: try $0.resolve(Part<Red>.self)) }
            }
        } run: { container, thread, _ -> Int in
            guard thread == 0 else {
                var turns = 0
                while !isOver.isSet || turns < 100 {
                    turns += 1
                    let piece: Piece =
                        try turns % 2 == 0
                        ? container.resolve(Part<Red>.self) : container.resolve(Part<Blue>.self)
                    guard piece.isAlive else {
                        throw Dead(piece: "\(type(of: piece))", turn: turns)
                    }
                }
                return turns
            }
            defer { isOver.set() }
            for _ in 0..<Rounds.replacements {
                container.register(.singleton) { Part<Red>(census) }
            }
            return 0
        } check: { container, outcomes in
            for outcome in outcomes {
                do { _ = try outcome.get() } catch { Issue.record("\(error)") }
            }
            // The system decides their number: a suspended reader keeps everything that was replaced since.
            _ = try container.resolve(Part<Red>.self)
            // The hindrance is gone, and no further action is needed.
            #expect(census.isDownSoon(to: 1))
            container.reset()
        }

        #expect(census.isEmptySoon)
    }
}
