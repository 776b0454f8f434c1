// SPDX-License-Identifier: MIT
// swift-format-ignore-file: NeverUseForceTry

import Foundation
import Mortise
import MortiseDip
import MortiseTestSupport
import Testing

/// The needs of constructors and blocks, by number: a constructor needs only greater ones.
private struct Plan {
    let scopes: [ComponentScope]
    let constructors: [[Int]]
    let blocks: [[Int]]

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 2...6, using: &random)
        scopes = (0..<count).map { _ in
            random.pick([.shared, .singleton, .singleton, .weakSingleton])
        }
        constructors = (0..<count).map { index in
            (index + 1..<count).filter { _ in random.chance(40) }
        }
        blocks = (0..<count).map { index in
            (0..<count).filter { $0 != index && random.chance(35) }
        }
    }
}

extension Plan {
    /// Singletons, each with the needs of its constructor and its block.
    init(_ needs: [(constructor: [Int], block: [Int])]) {
        scopes = needs.map { _ in .singleton }
        constructors = needs.map(\.constructor)
        blocks = needs.map(\.block)
    }
}

private final class Part {
    let number: Int
    let needed: [Part]
    var others: [Part] = []
    var blocks = 0

    init(_ number: Int, _ needed: [Part]) { (self.number, self.needed) = (number, needed) }
}

private func container(_ plan: Plan, _ made: Parts) -> DependencyContainer {
    let container = DependencyContainer()
    for number in plan.scopes.indices {
        container.register(plan.scopes[number], tag: number) { [unowned container] () -> Part in
            let needed: [Part] = plan.constructors[number].map { try! container.resolve(tag: $0) }
            let part = Part(number, needed)
            made.add(part)
            return part
        }.resolvingProperties { container, part in
            part.others = plan.blocks[number].map { try! container.resolve(tag: $0) }
            part.blocks += 1
        }
    }
    return container
}

/// All parts reachable from one, each once.
private func all(from part: Part) -> [Part] {
    var seen: [ObjectIdentifier: Part] = [:]
    var pending = [part]
    while let next = pending.popLast() {
        guard seen.updateValue(next, forKey: ObjectIdentifier(next)) == nil else { continue }
        pending += next.needed + next.others
    }
    return Array(seen.values)
}

// Rules D-28 and D-29: random needs of constructors and blocks. `try!` ends the program on any error.
@Suite(.quiet, .timeLimit(.minutes(15))) struct `Dip, random cycles of constructors and blocks` {
    @Test(arguments: 0..<8)
    func `D-28: are complete, on one thread`(group: UInt64) throws {
        for seed in group * 50..<(group + 1) * 50 {
            let plan = Plan(seed: seed)
            for root in plan.scopes.indices {
                let made = Parts()
                defer { made.partAll() }
                let container = container(plan, made)
                let part: Part = try container.resolve(tag: root)
                let parts = all(from: part)
                for part in parts {
                    #expect(part.blocks == 1, "seed \(seed), \(part.number)")
                    #expect(part.needed.map(\.number) == plan.constructors[part.number])
                    #expect(part.others.map(\.number) == plan.blocks[part.number])
                }
                // One thread makes one graph: each number is in it once.
                #expect(Set(parts.map(\.number)).count == parts.count, "seed \(seed)")
                let isKept = plan.scopes[root] != .shared
                #expect((try container.resolve(tag: root) as Part === part) == isKept)
            }
        }
    }

    @Test(arguments: 0..<8)
    func `D-28: are complete and kept once, on several threads`(group: UInt64) throws {
        for seed in 1_000 + group * 20..<1_000 + (group + 1) * 20 {
            let plan = Plan(seed: seed)
            let (made, found) = (Parts(), Parts())
            defer { made.partAll() }
            let container = container(plan, made)
            let threads = DispatchGroup()
            for index in 0..<4 {
                threads.enter()
                Thread.detachNewThread {
                    for step in 0..<plan.scopes.count {
                        let root = (index + step) % plan.scopes.count
                        found.add(try! container.resolve(tag: root))
                    }
                    threads.leave()
                }
            }
            try #require(threads.wait(timeout: .now() + 600) == .success, "seed \(seed) hangs")
            let parts = found.all.flatMap(all)
            for part in parts {
                #expect(part.blocks == 1, "seed \(seed), \(part.number)")
                #expect(part.needed.map(\.number) == plan.constructors[part.number])
                #expect(part.others.map(\.number) == plan.blocks[part.number])
            }
            for root in plan.scopes.indices where plan.scopes[root] == .singleton {
                let kept: Part = try container.resolve(tag: root)
                #expect(try container.resolve(tag: root) as Part === kept)
                let roots = found.all.filter { $0.number == root }
                #expect(roots.allSatisfy { $0 === kept }, "seed \(seed), \(root)")
            }
        }
    }

    @Test func `D-28: repeat another thread's constructions, but not endlessly`() throws {
        // A needs C, whose block needs B; B needs D, whose block needs A and B.
        let plan = Plan([([2], []), ([3], []), ([], [1]), ([], [0, 1])])
        for round in 0..<200 {
            let (made, found) = (Parts(), Parts())
            defer { made.partAll() }
            let container = container(plan, made)
            let threads = DispatchGroup()
            for root in 0..<2 {
                threads.enter()
                Thread.detachNewThread {
                    found.add(try! container.resolve(tag: root))
                    threads.leave()
                }
            }
            try #require(threads.wait(timeout: .now() + 600) == .success, "round \(round) hangs")
            for part in found.all {
                #expect(try container.resolve(tag: part.number) as Part === part)
                #expect(all(from: part).allSatisfy { $0.blocks == 1 })
            }
            // Each thread makes each part twice at most.
            #expect(made.all.count <= 2 * 2 * plan.scopes.count)
        }
    }
}

/// Parts that several threads have made or resolved.
// @unchecked: guarded by the lock.
private final class Parts: @unchecked Sendable {
    private let lock = NSLock()
    private var parts: [Part] = []

    var all: [Part] { lock.withLock { parts } }

    func add(_ part: Part) { lock.withLock { parts.append(part) } }

    /// Breaks the retain cycles of the parts.
    func partAll() { for part in all { part.others = [] } }
}
