// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import Synchronization
import Testing

// Rule D-14, for a definition that has made an instance already.
@Suite(.quiet) struct `Dip, refining a definition in use` {
    private let container = DependencyContainer()

    final class Owner: Service {
        @MortiseDip.Injected(required: false) var text: String?
        var seen: [String] = []
    }

    @Test(arguments: [ComponentScope.unique, .shared, .singleton, .weakSingleton])
    func `D-14: a block completes later instances`(_ scope: ComponentScope) throws {
        let definition = container.register(scope) { Owner() }
        container.register { "text" }
        // Three times: a definition takes other paths after its first instances.
        let before: [Owner] = try (1...3).map { _ in try container.resolve() }

        definition.resolvingProperties { $1.seen.append("first \($1.text ?? "nothing")") }
        definition.resolvingProperties { $1.seen.append("second") }

        #expect(before.flatMap { $0.seen } == [])
        for _ in 1...3 {
            let owner: Owner = try container.resolve()
            let isKept = before.contains { $0 === owner }
            #expect(owner.seen == (isKept ? [] : ["first text", "second"]))
        }
        container.container.dropInstances()
        #expect(try (container.resolve() as Owner).seen == ["first text", "second"])
    }

    @Test func `D-14: also a block for instances with arguments or auto-wiring`() throws {
        let definition = container.register(.unique) { (name: String) in ServiceImp(name: name) }
        container.register { "wired" }
        _ = try container.resolve() as ServiceImp
        _ = try container.resolve(arguments: "passed") as ServiceImp
        definition.resolvingProperties { $1.name += "!" }
        #expect(try (container.resolve() as ServiceImp).name == "wired!")
        #expect(try (container.resolve(arguments: "passed") as ServiceImp).name == "passed!")
    }

    @Test func `D-14: the error of a late block fails the resolve`() throws {
        let definition = container.register { ServiceImp() }
        _ = try container.resolve() as ServiceImp
        definition.resolvingProperties { _, _ in throw Refusal() }
        #expect(throws: Refusal()) { _ = try container.resolve() as ServiceImp }
    }

    @Test func `D-14: a late block may close a cycle`() throws {
        container.register { [unowned container] in Client(service: try container.resolve()) }
        let definition = container.register { Client(service: ServiceImp()) as any Service }
        _ = try container.resolve() as any Service
        definition.resolvingProperties { container, service in
            (service as? Client)?.peer = try container.resolve()
        }
        let client: Client = try container.resolve()
        let inner = client.service as? Client
        #expect(inner?.peer === client)
        inner?.peer = nil
    }

    @Test(arguments: [false, true])
    func `D-14: blocks may be added and properties turned off after bootstrap`(
        _ wasUsed: Bool
    ) throws {
        let definition = container.register { Owner() }
        let forwarded = container.register(definition, type: (any Service).self)
        container.register { "text" }
        if wasUsed { _ = try container.resolve() as Owner }
        try container.bootstrap()

        definition.resolvingProperties { $1.seen.append("first \($1.text ?? "nothing")") }
        definition.resolvingProperties { $1.seen.append("second") }
        #expect(try (container.resolve() as Owner).seen == ["first text", "second"])
        definition.autoInjectingProperties(false)
        #expect(try (container.resolve() as Owner).seen == ["first nothing", "second"])
        definition.autoInjectingProperties()
        #expect(try (container.resolve() as Owner).seen == ["first text", "second"])
        guard !wasUsed else { return }
        forwarded.autoInjectingProperties(false)
        #expect(try (container.resolve() as any Service as? Owner)?.text == "text")
    }

    @Test func `D-14: an implemented type gets a block after bootstrap`() throws {
        let definition = container.register { Owner() }
        let forwarded = container.register(definition, type: (any Service).self)
        container.register { "text" }
        try container.bootstrap()
        forwarded.resolvingProperties { ($1 as? Owner)?.seen.append("forwarded") }
        #expect(try (container.resolve() as any Service as? Owner)?.seen == ["forwarded"])
        #expect(try (container.resolve() as Owner).seen == [])
    }

    @Test func `D-14: an implemented type takes its first block only early`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let container = DependencyContainer()
            let definition = container.register { Owner() }
            let forwarded = container.register(definition, type: (any Service).self)
            _ = try container.resolve() as any Service
            forwarded.resolvingProperties { _, _ in }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("leads to another definition"))
    }

    @Test func `D-14: an implemented type with a block takes more at any time`() throws {
        let definition = container.register { Owner() }
        let forwarded = container.register(definition, type: (any Service).self)
        forwarded.resolvingProperties { ($1 as? Owner)?.seen.append("first") }
        _ = try container.resolve() as any Service
        forwarded.resolvingProperties { ($1 as? Owner)?.seen.append("second") }
        #expect(
            try (container.resolve() as any Service as? Owner)?.seen == ["first", "second"]
        )
    }

    @Test func `D-14: a late block does not complete an instance from elsewhere`() throws {
        let definition = container.register { Owner() }
        _ = try container.resolve() as Owner
        definition.resolvingProperties { $1.seen.append("late") }
        let (adopted, brought) = (Owner(), Owner())
        try container.resolveDependencies(of: adopted)
        _ = try container.resolve { (_: () throws -> Owner) in brought }
        #expect(adopted.seen == [] && brought.seen == [])
        #expect(try (container.resolve() as Owner).seen == ["late"])
    }

    @Test(arguments: [false, true])
    func `B-2: a definition of an assembly takes its first block when it is active`(_ wasUsed: Bool)
        throws
    {
        final class Owners: MortiseDip.Assembly {
            let owner = AssemblyDefinitionOf { (_, _: Void) in Owner() }
        }
        let owners = Owners()
        let other = DependencyContainer()
        for container in [container, other] { owners.activate(inContainer: container) }
        if wasUsed { _ = try container.resolve() as Owner }
        owners.owner.resolvingProperties { $1.seen.append("first") }
        owners.owner.resolvingProperties { $1.seen.append("second") }
        let third = DependencyContainer(assemblies: [owners])
        for container in [container, other, third] {
            #expect(try (container.resolve() as Owner).seen == ["first", "second"])
        }
        owners.deactivate(inContainer: container)
        #expect(throws: DipError.self) { try container.resolve() as Owner }
    }

    @Test(arguments: [ComponentScope.unique, .shared])
    func `D-16: properties are injected or not from then on`(_ scope: ComponentScope) throws {
        let definition = container.register(scope) { Owner() }
        container.register { "text" }
        for isOn in [true, false, true, false] {
            definition.autoInjectingProperties(isOn)
            for _ in 1...3 {
                #expect(try (container.resolve() as Owner).text == (isOn ? "text" : nil))
            }
        }
    }

    @Test func `D-14: threads may resolve meanwhile`() async throws {
        for _ in 1...100 {
            let container = DependencyContainer()
            let definition = container.register(.unique) { ServiceImp() }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { definition.resolvingProperties { $1.name = "done" } }
                for _ in 1...3 {
                    group.addTask {
                        for _ in 1...20 {
                            let service = try? container.resolve() as ServiceImp
                            #expect(service?.name == "" || service?.name == "done")
                        }
                    }
                }
            }
            #expect(try (container.resolve() as ServiceImp).name == "done")
        }
    }

    final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    @Test func `D-14: a definition may be registered further while it gets its first block`()
        async throws
    {
        for _ in 1...50 {
            let (first, second) = (DependencyContainer(), DependencyContainer())
            let definition = first.register(.unique) { ServiceImp() }
            let begun = Flag()
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for tag in 1...50 {
                        second.register(definition, tag: tag)
                        begun.isSet.store(true, ordering: .relaxed)
                    }
                }
                group.addTask {
                    while !begun.isSet.load(ordering: .relaxed) { await Task.yield() }
                    definition.resolvingProperties { $1.name += "!" }
                }
            }
            #expect(try (first.resolve() as ServiceImp).name == "!")
            for tag in 1...50 {
                #expect(try (second.resolve(tag: tag) as ServiceImp).name == "!")
            }
        }
    }
}
