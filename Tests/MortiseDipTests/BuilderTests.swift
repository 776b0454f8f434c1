// SPDX-License-Identifier: MIT
// swift-format-ignore-file: NeverUseForceTry

import MortiseDip
import Testing

private final class Browser: Service {
    let server: Server
    init(server: Server) { self.server = server }
}

private final class Server {
    var browser: Browser?
}

// Rules D-9, D-20 and D-33, for factories with arguments. Builders write `try!`, like programs.
@Suite(.quiet) struct `Dip, a builder with arguments` {
    private let container = DependencyContainer()
    private let made = Counter()
    private let runs = Counter()

    private func register(_ scope: ComponentScope) -> MortiseDip.Definition<ServiceImp, Int> {
        container.register(scope) { [made] (number: Int) in
            _ = made.next()
            return ServiceImp(name: "\(number)")
        }.resolvingProperties { $1.name += "!" }
    }

    private func build(_ number: Int) throws -> ServiceImp {
        try container.resolve { (factory: (Int) throws -> ServiceImp) in
            _ = runs.next()
            return try! factory(number)
        }
    }

    @Test(arguments: [ComponentScope.unique, .shared, .singleton, .weakSingleton])
    func `D-9: runs once`(_ scope: ComponentScope) throws {
        _ = register(scope)
        let service = try build(1)
        #expect(service.name == "1!" && runs.count == 1 && made.count == 1)
        let other = try build(1)
        #expect(runs.count == 2)
        #expect((other === service) == (scope == .singleton || scope == .weakSingleton))
        #expect(try build(2).name == "2!" && runs.count == 3)
    }

    @Test(arguments: [ComponentScope.singleton, .weakSingleton])
    func `D-25: its factory gives the one kept for the arguments`(_ scope: ComponentScope) throws {
        _ = register(scope)
        let one: ServiceImp = try container.resolve(arguments: 1)
        let two = try build(2)
        #expect(try build(1) === one)
        #expect(try container.resolve(arguments: 2) as ServiceImp === two)
        #expect(made.count == 2)
    }

    @Test func `D-41: its factory gives the graph's instance`() throws {
        _ = register(.shared)
        container.register { [unowned container] in
            Pair(
                first: try container.resolve(arguments: 1) as ServiceImp,
                second: try container.resolve { (factory: (Int) throws -> ServiceImp) in
                    try! factory(1)
                }
            )
        }
        let pair: Pair = try container.resolve()
        #expect(pair.first === pair.second && made.count == 1)
    }

    @Test func `D-33: may call its factory several times, and choose`() throws {
        _ = register(.singleton)
        let chosen = try container.resolve { (factory: (Int) throws -> ServiceImp) in
            let first = try! factory(1)
            return [first, try! factory(2)][0]
        }
        #expect(chosen.name == "1!")
        #expect(try container.resolve(arguments: 1) as ServiceImp === chosen)
        #expect(try (container.resolve(arguments: 2) as ServiceImp).name == "2!")
        #expect(made.count == 2)
    }

    @Test(arguments: [ComponentScope.unique, .shared, .singleton])
    func `D-32: gets the factory's error unchanged, and may handle it`(_ scope: ComponentScope)
        throws
    {
        let (container, met) = (container, runs)
        container.register(scope) { [unowned container] (number: Int) throws -> ServiceImp in
            if number == 1 { throw Refusal() }
            return ServiceImp(name: try container.resolve())
        }
        let mine = ServiceImp(name: "mine")
        let service = try container.resolve { (factory: (Int) throws -> ServiceImp) in
            do {
                return try factory(1)
            } catch let error as Refusal {
                #expect(error == Refusal())
                _ = met.next()
            }
            #expect(missingKey(thrown { _ = try factory(2) })?.type == String.self)
            return mine
        }
        #expect(service === mine && met.count == 1)
        #expect(throws: Refusal()) {
            try container.resolve { (factory: (Int) throws -> ServiceImp) in
                try factory(1)
            }
        }
    }

    @Test(arguments: [ComponentScope.unique, .shared, .singleton])
    func `D-33: may bring an instance from elsewhere, which is completed once`(
        _ scope: ComponentScope
    ) throws {
        _ = register(scope)
        let all = [ServiceImp(name: "mine"), ServiceImp(name: "other")]
        for mine in all {
            let service = try container.resolve { (_: (Int) throws -> ServiceImp) in
                _ = runs.next()
                return mine
            }
            #expect(service === (scope == .singleton ? all[0] : mine))
        }
        #expect(runs.count == 2 && made.count == 0)
        #expect(all.map(\.name) == ["mine!", scope == .singleton ? "other" : "other!"])
    }

    @Test(arguments: [ComponentScope.shared, .singleton])
    func `D-33: may wrap the factory's instance: both are completed, and the inner one is kept`(
        _ scope: ComponentScope
    ) throws {
        var completed: [ObjectIdentifier] = []
        container.register(scope) { (number: Int) in ServiceImp(name: "\(number)") as any Service }
            .resolvingProperties { completed.append(ObjectIdentifier($1)) }
        for number in 1...2 {
            completed = []
            let service = try container.resolve { (factory: (Int) throws -> any Service) in
                Client(service: try! factory(number))
            }
            let client = try #require(service as? Client)
            #expect((client.service as? ServiceImp)?.name == "\(number)")
            #expect(completed == [ObjectIdentifier(client.service), ObjectIdentifier(client)])
            let again: any Service = try container.resolve(arguments: number)
            #expect((again === client.service) == (scope == .singleton))
        }
    }

    @Test func `D-33: returns its value unchanged`() throws {
        container.register(.singleton) { (number: Int) in "\(number)" }
        let text = try container.resolve { (factory: (Int) throws -> String) in
            try! factory(5) + "!"
        }
        #expect(text == "5!")
        #expect(try container.resolve(arguments: 5) == "5")
    }

    @Test(arguments: [ComponentScope.unique, .shared, .singleton])
    func `D-78: has the context of its request`(_ scope: ComponentScope) throws {
        let container = container
        container.register(tag: "tag") { 7 }
        container.register { 1 }
        _ = register(scope)
        let service = try container.resolve(tag: "tag") { (factory: (Int) throws -> ServiceImp) in
            #expect(container.context.resolvingType == ServiceImp.self)
            let service = try! factory(try! container.resolve(tag: container.context.tag))
            #expect(container.context.resolvingType == ServiceImp.self)
            return service
        }
        #expect(service.name == "7!")
        #expect(container.context == nil)
    }

    @Test(arguments: [ComponentScope.unique, .shared, .singleton])
    func `D-90: runs once for another type, and for an optional`(_ scope: ComponentScope) throws {
        _ = register(scope).implements((any Service).self)
        let service = try container.resolve { (factory: (Int) throws -> any Service) in
            _ = runs.next()
            return try! factory(1)
        }
        #expect((service as? ServiceImp)?.name == "1!" && runs.count == 1 && made.count == 1)
        let optional = try container.resolve { (factory: (Int) throws -> ServiceImp?) in
            _ = runs.next()
            return try! factory(1)
        }
        #expect(optional?.name == "1!" && runs.count == 2)
        #expect((optional === service) == (scope == .singleton))
        let any = try container.resolve(ServiceImp.self) { (factory: (Int) throws -> Any) in
            _ = runs.next()
            return try! factory(1)
        }
        #expect((any as? ServiceImp)?.name == "1!" && runs.count == 3)
    }

    @Test func `D-83: also for another container's definition`() throws {
        let other = DependencyContainer()
        other.collaborate(with: container)
        _ = register(.singleton)
        let service = try other.resolve { (factory: (Int) throws -> ServiceImp) in
            _ = runs.next()
            return try! factory(1)
        }
        #expect(try build(1) === service && runs.count == 2)
    }

    @Test func `D-20: does not run if nothing is registered`() throws {
        let error = thrown { _ = try build(1) }
        #expect(
            missingKey(error) == DefinitionKey(type: ServiceImp.self, typeOfArguments: Int.self)
        )
        #expect(runs.count == 0)
    }

    @Test(arguments: [ComponentScope.shared, .singleton])
    func `D-28: may close a cycle`(_ scope: ComponentScope) throws {
        container.register(scope) { [unowned container] (_: Int) in
            Browser(server: try! container.resolve())
        }
        container.register(scope) { Server() }.resolvingProperties { container, server in
            server.browser = try! container.resolve { (factory: (Int) throws -> Browser) in
                try! factory(1)
            }
        }
        let browser = try container.resolve { (factory: (Int) throws -> Browser) in
            try! factory(1)
        }
        #expect(browser.server.browser === browser)
        browser.server.browser = nil
    }
}
