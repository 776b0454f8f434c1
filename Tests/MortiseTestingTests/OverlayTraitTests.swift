// SPDX-License-Identifier: MIT

import Mortise
import MortiseTesting
import Testing

private protocol Gateway: Sendable {
    var name: String { get }
}

private struct Live: Gateway { let name = "live" }
private struct Fake: Gateway { let name: String }

private final class Shop: Sendable {
    let gateway: any Gateway
    let visits = Locked(0)
    init(_ gateway: any Gateway) { self.gateway = gateway }
}

private let app = Container(name: "app") {
    $0.register(.singleton) { Live() as any Gateway }.unstubbed()
    $0.register(.singleton) { try Shop($0.resolve()) }
    $0.register { try [$0.resolve(Shop.self).gateway.name] }
}

@Suite(.overriding(app) { $0.register(.singleton) { Fake(name: "suite") as any Gateway } })
struct `A test with an overlay` {
    @Test func `sees what its suite overrides`() throws {
        #expect(try Container.current.resolve([String].self) == ["suite"])
    }

    @Test(.overriding { $0.register(.singleton) { Fake(name: "test") as any Gateway } })
    func `sees what it overrides itself`() throws {
        #expect(try Container.current.resolve([String].self) == ["test"])
    }

    @Test(.overriding(app) { $0.register { ["own"] } })
    func `is made over its suite's`() throws {
        #expect(try Container.current.resolve([String].self) == ["own"])
        #expect(try Container.current.resolve(Shop.self).gateway.name == "suite")
    }

    @Test(arguments: 0..<300)
    func `has its own container for each argument`(number: Int) async throws {
        let container = Container.current
        if number % 3 == 0 {
            container.register(.singleton) { Fake(name: "\(number)") as any Gateway }
        }
        let shop = try container.resolve(Shop.self)
        let visits = shop.visits.withLock { visits in
            visits += 1
            return visits
        }
        await Task.yield()

        #expect(visits == 1)
        #expect(shop.gateway.name == (number % 3 == 0 ? "\(number)" : "suite"))
        let later = try await Task { try Container.current.resolve(Shop.self) }.value
        #expect(later === shop)
    }

    @Test func `passes its container to detached tasks and callbacks`() async throws {
        let shop = try Container.current.resolve(Shop.self)
        let handler = Container.bindingCurrent { (number: Int) in
            (number, try Container.current.resolve(Shop.self))
        }

        let (number, seen) = try await Task.detached { try handler(7) }.value

        #expect(number == 7)
        #expect(seen === shop)
        #expect(await Task.detached { Container.currentIfAny == nil }.value)
    }
}

@Suite struct `A live service` {
    @Test func `that a test reaches fails it, naming the service and the path`() async throws {
        let reached = try await recorded { _ = try? Container.current.resolve([String].self) }

        #expect(reached.count == 1)
        #expect(reached.first?.contains("[unstubbed] any Gateway is live") == true)
        #expect(reached.first?.contains("Shop") == true)
    }

    @Test func `is allowed in the program and in its overlays`() async throws {
        #expect(try app.resolve([String].self) == ["live"])
        let overlay = app.overriding()
        #expect(try overlay.resolve([String].self) == ["live"])
        try await overlay.close()
    }

    @Test func `is one issue if the test throws the error`() async throws {
        let reached = try await recorded { _ = try Container.current.resolve([String].self) }

        #expect(reached.count == 1)
        #expect(reached.first?.contains("[unstubbed] any Gateway is live") == true)
    }

    @Test func `is an issue each time it is reached`() async throws {
        let reached = try await recorded {
            _ = try? Container.current.resolve([String].self)
            _ = try Container.current.resolve([String].self)
        }

        #expect(reached.count == 2)
    }

    @Test func `is one issue if another task reaches it`() async throws {
        let reached = try await recorded {
            let container = Container.current
            _ = try await Task.detached { try container.resolve([String].self) }.value
        }

        #expect(reached.count == 1)
    }

    @Test(arguments: [false, true])
    func `is absorbed by a known issue`(isThrown: Bool) async throws {
        let reached = try await recorded {
            withKnownIssue {
                let resolve = { _ = try Container.current.resolve([String].self) }
                if isThrown { try resolve() } else { try? resolve() }
            }
        }

        #expect(reached.isEmpty)
    }

    /// The issues of a test.
    private func recorded(
        in body: @escaping @concurrent @Sendable () async throws -> Void
    ) async throws -> [String] {
        let issues = Locked<[String]>([])
        let test = try #require(Test.current)
        let trait = OverlayTrait.overriding(app)
        try await withKnownIssue(isIntermittent: true) {
            try await trait.provideScope(
                for: test,
                testCase: Test.Case.current,
                performing: body
            )
        } matching: { issue in
            issues.withLock { $0.append("\(issue.error.map { "\($0)" } ?? "")") }
            return true
        }
        return issues.withLock { $0 }
    }
}

@Suite struct `A replacement in the overlay of a test` {
    @Test func `fails the test if there is nothing to replace`() async throws {
        #expect(try await issues { $0.register { Fake(name: "b") }.replacing() }.count == 1)
        #expect(
            try await issues { $0.register { Fake(name: "c") as any Gateway }.replacing() }.isEmpty
        )
        #expect(try await issues { $0.register { Fake(name: "d") } }.isEmpty)
    }

    @Test func `fails the test if there is nothing to decorate`() async throws {
        let issues = try await issues { $0.decorate(Fake.self) { original, _ in original } }
        #expect(issues.count == 1)
        #expect(issues.first?.contains("Fake is decorated") == true)
        #expect(
            try await self.issues { $0.decorate((any Gateway).self) { original, _ in original } }
                .isEmpty
        )
    }

    @Test func `fails the test if the test itself registers it`() async throws {
        let issues = try await issues { _ in
        } in: {
            Container.current.register { Fake(name: "e") }.replacing()
        }

        #expect(issues.count == 1)
        #expect(issues.first?.contains("Fake conforms to any Gateway, registered at") == true)
    }

    private func issues(
        _ configure: @escaping @Sendable (Container) -> Void,
        in body: @escaping @Sendable () -> Void = {}
    ) async throws -> [String] {
        let issues = Locked<[String]>([])
        let test = try #require(Test.current)
        try await withKnownIssue(isIntermittent: true) {
            try await OverlayTrait.overriding(app, configure)
                .provideScope(for: test, testCase: Test.Case.current) { body() }
        } matching: { issue in
            issues.withLock { $0.append("\(issue)") }
            return true
        }
        return issues.withLock { $0 }
    }
}

private final class Held: Closable, Sendable {
    func close() throws {}
}

@Suite struct `A build log` {
    @Test(.overriding(app) { $0.register(.singleton) { Fake(name: "log") as any Gateway } })
    func `counts instances made through a container`() throws {
        let log = BuildLog(.current)
        for _ in 1...3 { _ = try Container.current.resolve([String].self) }

        log.expect(Shop.self, made: 1)
        log.expect((any Gateway).self, made: 1)
        #expect(log.count(of: [String].self) == 3)
        #expect(log.keys.count == 5)
        withKnownIssue { log.expect(Shop.self, made: 2) }
    }

    @Test(
        .overriding(app) { overlay in
            overlay.register(.singleton) { Fake(name: "log") as any Gateway }
            overlay.decorate((any Gateway).self) { original, _ in Fake(name: original.name + "!") }
        }
    )
    func `counts an instance that is decorated once`() throws {
        let log = BuildLog(.current)
        #expect(try Container.current.resolve((any Gateway).self).name == "log!")
        log.expect((any Gateway).self, made: 1)
        #expect(log.keys.count == 1)
    }
}

@Suite struct `A container that is closed in a test` {
    @Test func `has leaked nothing if its instances are released`() async throws {
        let container = Container { $0.register(.singleton) { Held() } }
        _ = try container.resolve(Held.self)

        await expectNoLeaks(closing: container)
    }

    @Test func `names the instances still held`() async throws {
        let container = Container { $0.register(.singleton) { Held() } }
        let held = try container.resolve(Held.self)

        await withKnownIssue { await expectNoLeaks(closing: container) }
        _ = held
    }

    @Test func `is validated`() {
        expectValid(app)
        let broken = Container {
            $0.register { 1 }
            $0.register { 2 }
        }
        withKnownIssue { expectValid(broken) }
    }
}
