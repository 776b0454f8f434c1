// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

// An observer that does not ask for reuse leaves most instances on the short paths, and one that does
// sends everything along the slow path. What both hear of the same program must be the same.

private final class Bolt: Sendable {
    init(_ parts: [Bolt]) {}
}

private struct Jammed: Error {}

/// Random definitions of one type, told apart by their tags, and requests for them.
private struct Story {
    struct Entry {
        /// `nil` for a shared or a unique one.
        let cached: Lifetime.Caching?
        let isShared: Bool
        /// The indexes of the definitions that its factory asks for.
        let needs: [Int]
        /// Whether its factory goes on without those that fail.
        let isPatient: Bool
        /// How often its factory throws before it succeeds.
        let failures: Int
    }

    enum Place: CaseIterable { case container, scope, innerScope, overlay }

    let entries: [Entry]
    let requests: [(place: Place, index: Int)]

    init(_ generator: inout SeededGenerator) {
        let count = Int.random(in: 3...8, using: &generator)
        let cached: [Lifetime.Caching?] = (0..<count).map { _ in
            generator.pick([
                nil, nil, nil, .singleton, .weakSingleton, .scoped("request"), .scoped("request"),
                .scoped("part"),
            ])
        }
        entries = (0..<count).map { index in
            // Now and then a definition needs an earlier one: a cycle. A cached one in it says so at
            // once; without one it depends on the stack when the cycle is found.
            let candidates = (0..<count).filter {
                $0 > index || cached[$0] != nil && generator.chance(4)
            }
            return Entry(
                cached: cached[index],
                isShared: generator.chance(30),
                needs: candidates.filter { _ in generator.chance(45) },
                isPatient: generator.chance(20),
                failures: generator.chance(12) ? 1 : 0
            )
        }
        requests = (0..<12).map { _ in
            (
                generator.pick(Place.allCases), Int.random(in: 0..<count, using: &generator)
            )
        }
    }

    /// Runs the story, and tells what an observer heard of it.
    ///
    /// - Parameters:
    ///   - isOnSlowPath: Whether another observer asks for reuse.
    ///   - isLayerObserved: Whether the scope and the overlay are observed, too.
    /// - Returns: A line for each event, and then those that layers' observers heard.
    /// - Throws: What opening scopes and closing throw.
    func heard(onSlowPath isOnSlowPath: Bool, layers isLayerObserved: Bool) async throws -> [String]
    {
        let app = Container()
        let failures = entries.map { Pocket($0.failures) }
        for (index, entry) in entries.enumerated() {
            let (tag, left) = (Self.tag(index), failures[index])
            let make = { @Sendable (resolver: inout Resolver) throws -> Bolt in
                var parts: [Bolt] = []
                for need in entry.needs {
                    do { parts.append(try resolver.resolve(tag: Self.tag(need))) } catch {
                        if !entry.isPatient { throw error }
                    }
                }
                return try Self.part(parts, left)
            }
            if let cached = entry.cached {
                app.register(cached, tag: tag, factory: make)
            } else {
                app.register(entry.isShared ? .shared : .unique, tag: tag, factory: make)
            }
        }
        let heard = Journal<ResolutionEvent>()
        let layerHeard = Journal<ResolutionEvent>()
        var tokens = [app.observe { heard.note($0) }]
        if isOnSlowPath { tokens.append(app.observe(reuse: true) { _ in }) }
        let scope = try app.openScope("request")
        let innerScope = try scope.openScope("part")
        let overlay = app.overriding { $0.register { "replaced" } }
        if isLayerObserved {
            for layer in [innerScope, overlay] {
                tokens.append(layer.observe { layerHeard.note($0) })
                if isOnSlowPath { tokens.append(layer.observe(reuse: true) { _ in }) }
            }
        }
        var kept: [Bolt?] = []
        for request in requests {
            let place =
                switch request.place {
                case .container: app
                case .scope: scope
                case .innerScope: innerScope
                case .overlay: overlay
                }
            let tag = Self.tag(request.index)
            kept.append(try? place.resolve(Bolt.self, tag: tag))
        }
        for token in tokens { token.cancel() }
        try await app.close()
        withExtendedLifetime(kept) {}
        return lines(heard.entries) + ["of layers:"] + lines(layerHeard.entries)
    }

    private static func tag(_ index: Int) -> String { "\(index)" }

    private static func part(_ parts: [Bolt], _ failures: Pocket<Int>) throws -> Bolt {
        if let left = failures.value, left > 0 {
            failures.value = left - 1
            throw Jammed()
        }
        return Bolt(parts)
    }

    /// Events as text, with the place of each build among all builds in place of its number.
    private func lines(_ events: [ResolutionEvent]) -> [String] {
        var places: [UInt64: Int] = [:]
        func place(of number: UInt64?) -> String {
            guard let number else { return "-" }
            let place = places[number] ?? places.count
            places[number] = place
            return "\(place)"
        }
        return events.compactMap { event in
            let kind: String
            switch event.kind {
            case .began: kind = "began"
            case .made: kind = "made"
            case .failed(let error):
                kind = "failed \((error as? ResolutionError)?.code.description ?? "")"
            case .scopeOpened, .scopeClosed: kind = "scope"
            case .reused, .waited, .dropped, .disposed, .closeFailed, .nothingToReplace: return nil
            }
            return "\(event.depth) \(kind) \(event.key) \(place(of: event.number)) "
                + "in \(place(of: event.scopeNumber)) "
                + "for \(place(of: event.parent)) by \(event.requester.map { "\($0)" } ?? "-")"
        }
    }
}

@Suite struct `What an observer hears on the short paths` {
    @Test(arguments: [false, true])
    func `is what it hears on the slow one`(ofLayers isLayerObserved: Bool) async throws {
        for seed in 1...150 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let story = Story(&generator)
            let short = try await story.heard(onSlowPath: false, layers: isLayerObserved)
            let slow = try await story.heard(onSlowPath: true, layers: isLayerObserved)
            let difference = zip(short, slow).first { $0 != $1 }
            let isSame = short == slow
            #expect(isSame, "seed \(seed): \(difference.map { "\($0)" } ?? "one more line")")
            if !isSame { return }
        }
    }

    /// The second resolve for a task is tried at once, and what it has begun goes on when something has to
    /// be awaited after all.
    @Test(arguments: [false, true])
    func `is no failure where a task tries to resolve at once`(isKept: Bool) async throws {
        final class Leaf: Sendable {}
        final class Branch: Sendable { init(_ leaf: Leaf) {} }
        struct Root: Sendable { let branch: Branch }
        let app = Container {
            $0.register { Root(branch: try $0.resolve()) }
            if isKept {
                $0.register(.singleton) { Branch(try $0.resolve()) }
            } else {
                $0.register(.shared) { Branch(try $0.resolve()) }
            }
            $0.async.register(.singleton) { () async in Leaf() }
        }
        // The first awaits, the second and the third do not.
        for _ in 1...3 { _ = try await app.async.resolve(Root.self) }
        let heard = Journal<ResolutionEvent>()
        let token = app.observe { heard.note($0) }

        app.dropInstances()
        _ = try await app.async.resolve(Root.self)
        _ = try await app.async.resolve(Root.self)
        token.cancel()

        func name(_ event: ResolutionEvent) -> String {
            String("\(event.key)".split(separator: ".").last ?? "")
        }
        var open: [UInt64?: String] = [:]
        var made: [String] = []
        for event in heard.entries {
            switch event.kind {
            case .began:
                #expect(open.updateValue(name(event), forKey: event.number) == nil)
            case .made:
                #expect(open.removeValue(forKey: event.number) == name(event))
                made.append(name(event))
            case .failed: Issue.record("\(event.key) failed")
            default: break
            }
        }
        #expect(open.isEmpty)
        let second = isKept ? ["Root"] : ["Branch", "Root"]
        #expect(made.filter { $0 != "Leaf" } == ["Branch", "Root"] + second)
        #expect(made.count { $0 == "Leaf" } == 1)
    }

    /// What a task tries at once may swallow the signal to unwind.
    ///
    /// Nobody gets what it makes then.
    @Test(arguments: [false, true])
    func `is one instance where a factory swallows the signal to unwind`(
        inScope isInScope: Bool
    ) async throws {
        final class Leaf: Sendable {}
        struct Root: Sendable { let leaf: Leaf? }
        let app = Container {
            $0.register { (resolver: inout Resolver) in Root(leaf: try? resolver.resolve()) }
            $0.async.register(.singleton) { () async in Leaf() }
        }
        let asked = isInScope ? try app.openScope("part") : app
        // The first awaits, the second and the third do not.
        for _ in 1...3 { _ = try await asked.async.resolve(Root.self) }
        let heard = Journal<ResolutionEvent>()
        let token = app.observe { heard.note($0) }

        app.dropInstances()
        let root = try await asked.async.resolve(Root.self)
        token.cancel()

        #expect(root.leaf != nil)
        let ends = heard.entries.compactMap { event -> String? in
            switch event.kind {
            case .began: "began \(event.key)"
            case .made: "made \(event.key)"
            case .failed: "failed \(event.key)"
            default: nil
            }
        }
        #expect(ends.map { $0.split(separator: " ")[0] } == ["began", "began", "made", "made"])
    }

    /// A postponed step that runs again need not ask for what it had asked for before.
    @Test func `is no part of what the thread resolves next`() async throws {
        final class First: Sendable { init(_ second: Second) {} }
        final class Second: Sendable {}
        final class Third: Sendable {}
        let runs = Pocket(0)
        let app = Container {
            $0.register(.shared) { First(try $0.resolve()) }
            $0.register(.shared) { Second() }
                .injecting { resolver, _ in
                    let run = runs.value ?? 0
                    runs.value = run + 1
                    if run.isMultiple(of: 2) {
                        _ = try resolver.resolve(Third.self)
                    } else {
                        _ = try resolver.resolve(First.self)
                    }
                }
            $0.register { (resolver: inout Resolver) in
                _ = try resolver.resolve(First.self)
                return Third()
            }
        }
        for _ in 1...3 { _ = try await app.async.resolve(First.self) }
        let heard = Journal<ResolutionEvent>()
        let token = app.observe { heard.note($0) }

        _ = try await app.async.resolve(First.self)
        let before = heard.entries.count
        // No await in between: on the same thread.
        _ = try app.resolve(Third.self)
        token.cancel()

        let first = try #require(heard.entries.dropFirst(before).first)
        #expect("\(first.key)".hasSuffix("Third"))
        #expect(first.parent == nil)
    }
}
