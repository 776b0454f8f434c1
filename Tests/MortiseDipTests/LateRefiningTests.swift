// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import Testing

// Section 1.1: a definition that something was made of already.
@Suite struct `Dip, refining what was built from` {
    private let container = DependencyContainer()

    final class Owner: Service {
        @MortiseDip.Injected(required: false) var text: String?
        var seen: [String] = []
    }

    @Test(arguments: [ComponentScope.unique, .shared, .singleton, .weakSingleton])
    func `D-14: a block counts for what is made from then on`(_ scope: ComponentScope) throws {
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
        container.container.resetSingletons()
        #expect(try (container.resolve() as Owner).seen == ["first text", "second"])
    }

    @Test func `D-14: also a block for what is made with arguments, or auto-wired`() throws {
        let definition = container.register(.unique) { (name: String) in ServiceImp(name: name) }
        container.register { "wired" }
        _ = try container.resolve() as ServiceImp
        _ = try container.resolve(arguments: "passed") as ServiceImp
        definition.resolvingProperties { $1.name += "!" }
        #expect(try (container.resolve() as ServiceImp).name == "wired!")
        #expect(try (container.resolve(arguments: "passed") as ServiceImp).name == "passed!")
    }

    @Test func `D-14: what such a block throws fails the resolve`() throws {
        let definition = container.register { ServiceImp() }
        _ = try container.resolve() as ServiceImp
        definition.resolvingProperties { _, _ in throw Refusal() }
        #expect(throws: Refusal()) { _ = try container.resolve() as ServiceImp }
    }

    @Test func `D-14: such a block may close a cycle`() throws {
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
}
