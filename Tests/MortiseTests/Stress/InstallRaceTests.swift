// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// The installation of an instance.
private final class Versioned<Mark>: Sendable {
    let version: Int

    init(_ version: Int) { self.version = version }
}

private struct Mixed: Error {
    let versions: [Int]
}

/// Needs both halves of a group.
private struct Pair: Sendable {
    let red: Versioned<Red>
    let green: Versioned<Green>

    init(_ red: Versioned<Red>, _ green: Versioned<Green>) throws {
        self.red = red
        self.green = green
        guard red.version == green.version else {
            throw Mixed(versions: [red.version, green.version])
        }
    }
}

@Suite("Groups installed while others resolve", .serialized, .timeLimit(.minutes(15)))
struct InstallRaceTests {
    private static func install(_ version: Int, in container: Container) {
        container.install {
            switch version % 3 {
            case 0:
                $0.register { Versioned<Red>(version) }.replacing()
                $0.register(.shared) { Versioned<Green>(version) }.replacing()
            case 1:
                $0.register(.singleton) { Versioned<Red>(version) }.replacing()
                $0.register { Versioned<Green>(version) }.replacing()
            default:
                $0.register(.weakSingleton) { Versioned<Red>(version) }.replacing()
                $0.register(.singleton) { Versioned<Green>(version) }.replacing()
            }
            $0.register(.singleton, tag: "kept") {
                try Pair($0.resolve(), $0.resolve())
            }.replacing()
        }
    }

    @Test func `are atomic for every resolve`() async throws {
        try await race(rounds: 1, threads: 3) { _ in
            let container = Container {
                $0.register { try Pair($0.resolve(), $0.resolve()) }.forAnyTag()
                $0.register(tag: "wired") { try Pair($0, $1) }
                $0.register(tag: "captured") { [weak container = $0] in
                    let container = try #require(container)
                    return try Pair(container.resolve(), container.resolve())
                }
            }
            Self.install(0, in: container)
            return (container: container, isOver: Flag())
        } run: { fixture, thread, _ -> Int in
            if thread == 0 {
                defer { fixture.isOver.set() }
                for version in 1..<Rounds.operations / 20 {
                    Self.install(version, in: fixture.container)
                }
                return 0
            }
            var resolves = 0
            var latest = 0
            let tags = ["plain", "wired", "captured", "kept"]
            while !fixture.isOver.isSet || resolves < 100 {
                let pair = try fixture.container.resolve(Pair.self, tag: tags[resolves % 4])
                // Versions never decrease for one thread.
                guard pair.red.version >= latest else {
                    throw Mixed(versions: [latest, pair.red.version])
                }
                latest = pair.red.version
                resolves += 1
            }
            return resolves
        } check: { _, outcomes in
            for outcome in outcomes {
                do { _ = try outcome.get() } catch { Issue.record("\(error)") }
            }
        }
    }

    @Test func `are atomic through a child`() async throws {
        try await race(rounds: 1, threads: 3) { _ in
            let parent = Container(name: "parent")
            Self.install(0, in: parent)
            let child = Container(name: "child", parent: parent) {
                $0.register { try Pair($0.resolve(), $0.resolve()) }.forAnyTag()
                $0.register(.shared, tag: "wired") { try Pair($0, $1) }
            }
            return (child: child, parent: parent, isOver: Flag())
        } run: { fixture, thread, _ -> Int in
            if thread == 0 {
                defer { fixture.isOver.set() }
                for version in 1..<Rounds.operations / 20 {
                    Self.install(version, in: fixture.parent)
                }
                return 0
            }
            var resolves = 0
            while !fixture.isOver.isSet || resolves < 100 {
                _ = try fixture.child.resolve(Pair.self, tag: resolves % 2 == 0 ? "wired" : "no")
                resolves += 1
            }
            return resolves
        } check: { _, outcomes in
            for outcome in outcomes {
                do { _ = try outcome.get() } catch { Issue.record("\(error)") }
            }
        }
    }

    @Test func `of one module by several threads register it once`() async throws {
        struct Common: Module {
            func register(in container: Container) {
                container.register(.singleton) { Nap.once() }
                    .implements(Int.self) { 1 }
                    .contributing()
            }
        }
        struct Special: Module, Hashable {
            let number: Int
            var requires: [any Module] { [Common()] }
            func register(in container: Container) {
                container.register(tag: number) { "\(number)" }
            }
        }

        try await race(rounds: Rounds.operations / 40, threads: 3) { _ in
            Container()
        } run: { container, thread, _ -> [Int] in
            container.install(Special(number: thread))
            container.install(Common())
            return try container.resolveAll(Int.self)
        } check: { container, outcomes in
            for outcome in outcomes { #expect((try? outcome.get()) == [1]) }
            #expect((try? container.resolve(String.self, tag: 0)) == "0")
        }
    }
}
