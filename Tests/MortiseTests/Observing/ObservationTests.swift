// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `An observer` {
    private struct Jammed: Error {}
    private final class Core: Sendable {}

    /// An event as text: `depth kind key < requester`.
    private static func line(_ event: ResolutionEvent) -> String {
        let kind =
            switch event.kind {
            case .began: "began"
            case .made(let duration): duration >= .zero ? "made" : "made in no time"
            case .reused: "reused"
            case .waited(let duration): duration >= .zero ? "waited for" : "waited for no time for"
            case .scopeOpened: "opened"
            case .scopeClosed(let duration): duration >= .zero ? "closed" : "closed in no time"
            case .failed: "failed"
            case .dropped: "dropped"
            case .disposed: "disposed"
            case .closeFailed: "could not close"
            case .nothingToReplace: "replaces nothing"
            }
        let requester = event.requester.map { " < \($0)" } ?? ""
        return "\(event.depth) \(kind) \(event.key)\(requester)"
    }

    private static func observe(
        _ container: Container
    ) -> (Journal<String>, ObservationToken) {
        let heard = Journal<String>()
        return (heard, container.observe(reuse: true) { heard.note(line($0)) })
    }

    @Test(arguments: [false, true], 1...3)
    func `changes nothing of what is known, whether it looks or not`(
        reuse: Bool,
        times: Int
    ) throws {
        let container = Container {
            $0.register { 4 }
            $0.register { resolver in "\(try resolver.resolve(Int.self))" }
            $0.register(.shared) { resolver in [try resolver.resolve(String.self)] }
            $0.register(.singleton) { resolver in Set(try resolver.resolve([String].self)) }
            $0.register(.scoped("screen")) { resolver in [try resolver.resolve(Int.self)] }
        }
        for _ in 1...times {
            _ = try container.resolve(Set<String>.self)
            _ = try container.resolve([String].self)
            _ = try container.openScope("screen").resolve([Int].self)
        }
        let known = container.graph
        #expect(known.nodes.allSatisfy { $0.transparency != .opaque })

        let token = container.observe(reuse: reuse) { _ in }
        #expect(container.graph == known)
        token.cancel()
        #expect(container.graph == known)

        for _ in 1...times { _ = try container.resolve([String].self) }
        #expect(container.graph == known)
    }

    @Test(arguments: 0...2)
    func `sees what is made, its requester and depth, even if it was hot`(before: Int) throws {
        let container = Container {
            $0.register { 1 }
            $0.register { [try $0.resolve(Int.self)] }
            $0.register { "\(try $0.resolve([Int].self))" }
        }
        for _ in 0..<before { _ = try container.resolve(String.self) }
        let (heard, observation) = Self.observe(container)

        _ = try container.resolve(String.self)

        #expect(
            heard.entries == [
                "0 began String", "1 began [Int] < String", "2 began Int < [Int]",
                "2 made Int < [Int]", "1 made [Int] < String", "0 made String",
            ]
        )
        observation.cancel()
    }

    @Test func `sees that a singleton is reused`() throws {
        let container = Container { $0.register(.singleton) { 1 } }
        let (heard, observation) = Self.observe(container)

        _ = try container.resolve(Int.self)
        _ = try container.resolve(Int.self)

        #expect(heard.entries == ["0 began Int", "0 made Int", "0 reused Int"])
        observation.cancel()
    }

    @Test func `sees that an older singleton is reused`() throws {
        let container = Container { $0.register(.singleton) { 1 } }
        _ = try container.resolve(Int.self)
        let (heard, observation) = Self.observe(container)

        _ = try container.resolve(Int.self)
        _ = try container.with(Int.self) { $0 + 1 }

        #expect(heard.entries == ["0 reused Int", "0 reused Int"])
        observation.cancel()
    }

    @Test func `sees that a shared instance is reused`() throws {
        let container = Container {
            $0.register(.shared) { 1 }
            $0.register { try [$0.resolve(Int.self), $0.resolve(Int.self)] }
        }
        let (heard, observation) = Self.observe(container)

        _ = try container.resolve([Int].self)

        #expect(
            heard.entries == [
                "0 began [Int]", "1 began Int < [Int]", "1 made Int < [Int]",
                "1 reused Int < [Int]", "0 made [Int]",
            ]
        )
        observation.cancel()
    }

    @Test func `sees a weak singleton each time it is made`() throws {
        let container = Container { $0.register(.weakSingleton) { Core() } }
        let (heard, observation) = Self.observe(container)

        let core = try container.resolve(Core.self)
        _ = try withExtendedLifetime(core) { try container.resolve(Core.self) }

        #expect(heard.entries.map { $0.prefix(7) } == ["0 began", "0 made ", "0 reuse"])
        observation.cancel()
    }

    @Test func `sees failures from the inside out, with the error`() throws {
        let errors = Journal<String>()
        let container = Container {
            $0.register { () throws -> Int in throw Jammed() }
            $0.register { [try $0.resolve(Int.self)] }
        }
        let observation = container.observe { event in
            guard case .failed(let error) = event.kind else { return }
            let resolution = error as? ResolutionError
            errors.note("\(event.key) \(resolution?.underlying is Jammed)")
        }

        #expect(throws: ResolutionError.self) { try container.resolve([Int].self) }

        #expect(errors.entries == ["Int true", "[Int] true"])
        observation.cancel()
    }

    @Test func `sees a failing step`() throws {
        let container = Container {
            $0.register { 1 }.injecting { _, _ in throw Jammed() }
        }
        let (heard, observation) = Self.observe(container)

        #expect(throws: ResolutionError.self) { try container.resolve(Int.self) }

        #expect(heard.entries == ["0 began Int", "0 failed Int"])
        observation.cancel()
    }

    @Test func `sees arguments, tags, lifetimes and source sites`() throws {
        let container = Container {
            $0.register(.singleton, tag: "a", file: "App/Wiring.swift", line: 3) {
                (_: inout Resolver, number: Int) in "\(number)"
            }
        }
        let events = Journal<ResolutionEvent>()
        let observation = container.observe { events.note($0) }

        _ = try container.resolve(String.self, tag: "a", arguments: 1)

        let event = try #require(events.entries.first)
        #expect(event.key == Key("Swift.String", arguments: ["Swift.Int"], tag: "a"))
        #expect(event.lifetime == .singleton)
        #expect(event.site == SourceSite(file: "App/Wiring.swift", line: 3))
        #expect(event.requester == nil)
        observation.cancel()
    }

    @Test func `sees nothing after it was cancelled`() throws {
        let container = Container {
            $0.register { 1 }
            $0.register(.singleton) { "a" }
        }
        let (heard, observation) = Self.observe(container)
        _ = try (container.resolve(Int.self), container.resolve(String.self))
        let count = heard.entries.count

        observation.cancel()
        _ = try (container.resolve(Int.self), container.resolve(String.self))

        #expect(count == 4)
        #expect(heard.entries.count == 4)
    }

    @Test func `sees nothing after its token is released`() throws {
        let container = Container { $0.register { 1 } }
        let heard = Journal<String>()
        do {
            let observation = container.observe { heard.note(Self.line($0)) }
            _ = try container.resolve(Int.self)
            withExtendedLifetime(observation) {}
        }

        _ = try container.resolve(Int.self)

        #expect(heard.entries.count == 2)
    }

    @Test func `is one of several that are all called`() throws {
        let container = Container { $0.register { 1 } }
        let (first, one) = Self.observe(container)
        let (second, two) = Self.observe(container)
        _ = try container.resolve(Int.self)

        one.cancel()
        _ = try container.resolve(Int.self)

        #expect(first.entries.count == 2)
        #expect(second.entries.count == 4)
        two.cancel()
    }

    @Test func `sees only its own container's definitions, for any requester`() throws {
        let parent = Container { $0.register(.singleton) { 1 } }
        let child = Container(parent: parent) { $0.register { "\(try $0.resolve(Int.self))" } }
        let (inParent, one) = Self.observe(parent)
        let (inChild, two) = Self.observe(child)

        _ = try child.resolve(String.self)

        #expect(inParent.entries == ["1 began Int < String", "1 made Int < String"])
        #expect(inChild.entries == ["0 began String", "0 made String"])
        one.cancel()
        two.cancel()
    }

    @Test func `sees definitions that are registered later`() throws {
        let container = Container()
        let (heard, observation) = Self.observe(container)

        container.register { 1 }
        _ = try container.resolve(Int.self)
        _ = try container.resolve(Int.self)

        #expect(heard.entries.count == 4)
        observation.cancel()
    }

    @Test func `may resolve`() throws {
        let container = Container {
            $0.register { 1 }
            $0.register(.singleton) { "logger" }
        }
        let heard = Journal<String>()
        let observation = container.observe { [unowned container] event in
            guard event.key == Key("Swift.Int"), case .made = event.kind else { return }
            heard.note((try? container.resolve(String.self)) ?? "failed")
        }

        _ = try container.resolve(Int.self)

        #expect(heard.entries == ["logger"])
        observation.cancel()
    }

    /// Whoever logs what is built resolves a log, perhaps of the type that is built, deep in a handler.
    @Test(arguments: [false, true])
    func `may resolve what is built, and is no dependency of it`(reuse: Bool) throws {
        final class Log: Sendable {}
        final class Unit: Sendable { init(_ core: Core) {} }
        @Sendable func deep(_ left: Int, _ body: () -> Void) {
            if left == 0 { body() } else { deep(left - 1, body) }
        }
        let (isInside, found) = (Pocket(false), Journal<Bool>())
        let container = Container {
            $0.register(.singleton) { Core() }
            $0.register { Unit(try $0.resolve()) }
            $0.register { Log() }
        }
        let observation = container.observe(reuse: reuse) { [unowned container] event in
            guard isInside.value == false else { return }
            isInside.value = true
            defer { isInside.value = false }
            // More stack than the first frames of a resolve may use.
            deep(1_000) {
                found.note((try? container.resolve(Unit.self)) != nil)
                found.note((try? container.resolve(Log.self)) != nil)
            }
        }

        for _ in 1...2 { _ = try container.openScope("request").resolve(Unit.self) }
        observation.cancel()

        #expect(found.entries.count >= 8)
        #expect(!found.entries.contains(false))
        let unit = container.graph.nodes.first { "\($0.key)".hasSuffix("Unit") }
        #expect(unit?.dependencies.isEmpty == false)
        #expect(unit?.dependencies.allSatisfy { "\($0.key)".hasSuffix("Core") } == true)
    }

    @Test func `does not keep its container, and may outlive it`() {
        var container: Container? = Container()
        weak let gone = container
        let observation = container?.observe { _ in }

        container = nil

        #expect(gone == nil)
        observation?.cancel()
    }

    @Test func `sees one instance, though the container was hot, and is hot again afterwards`()
        throws
    {
        let made = Tally()
        let container = Container {
            $0.register(.singleton) {
                made.next()
                return Core()
            }
        }
        let before = try container.resolve(Core.self)
        let (_, observation) = Self.observe(container)
        let during = try container.resolve(Core.self)
        observation.cancel()
        let after = try container.resolve(Core.self)

        #expect(before === during && during === after)
        #expect(made.count == 1)
    }
}
