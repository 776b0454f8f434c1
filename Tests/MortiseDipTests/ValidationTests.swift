// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import Synchronization
import Testing

// Sections 1.10 and 1.11.
@Suite struct `Dip, validating and reporting` {
    private let container = DependencyContainer()

    @Test func `D-95: validate throws for what cannot be wired`() throws {
        container.register { (service: any Service) in Client(service: service) }
        let error = wiring(thrown { try container.validate() })
        #expect(error?.type == Client.self)
        #expect(missingKey(error?.underlying) == DefinitionKey(type: (any Service).self))
        container.register { ServiceImp() as any Service }
        try container.validate()
        container.register { "text" }
        container.register { (a: String, b: Client) in ServiceImp() }
        container.register { (b: Client, a: String) in ServiceImp() }
        guard
            case .ambiguousDefinitions(_, let all) =
                wiring(thrown { try container.validate() })?.underlying as? DipError
        else {
            Issue.record("two definitions are ambiguous")
            return
        }
        #expect(all.count == 2)
    }

    @Test func `D-96: validate builds nothing`() throws {
        let made = Counter()
        container.register(.singleton) { made.next() }
        try container.validate()
        #expect(made.count == 0)
        container.register { "not locked" }
    }

    @Test func `D-97: arguments count as what they are, also behind a protocol`() throws {
        container.register { (service: any Service) in Client(service: service) }
        container.register { (name: String, service: any Service) in ServiceImp(name: name) }
        #expect(throws: DipError.self) { try container.validate(ServiceImp()) }
        try container.validate(ServiceImp(), ("name", ServiceImp()))
        let cycle = DependencyContainer {
            $0.register { (service: any Service) in Client(service: service) }
            $0.register { (client: Client) in client as any Service }
        }
        #expect(throws: ValidationError.self) { try cycle.validate() }
    }

    @Test func `D-98: errors say what they are`() {
        let key = DefinitionKey(type: Int.self, typeOfArguments: String.self, tag: "tag")
        let missing = DipError.definitionNotFound(key: key)
        #expect(missing.description.contains("\(key)"))
        let injection = DipError.autoInjectionFailed(
            label: "_x",
            type: Int.self,
            underlyingError: missing
        )
        #expect(injection.description.contains("\"_x\" of type Int"))
        #expect(injection.description.contains("\(missing)"))
        let wiring = DipError.autoWiringFailed(type: Int.self, underlyingError: missing)
        #expect(wiring.description.contains("Int was not auto-wired: \(missing)"))
        let definition = container.register { 1 }
        let ambiguous = DipError.ambiguousDefinitions(type: Int.self, definitions: [definition])
        #expect(ambiguous.description.contains("\(definition)"))
        let invalid = DipError.invalidType(resolved: "text", key: key)
        #expect(invalid.description == "text is no Int, as its definition says")
        #expect(DipError.invalidType(resolved: nil, key: key).description.hasPrefix("nil"))
    }

    @Test func `D-99: what fails is logged, as loudly as was asked for`() async {
        await #expect(processExitsWith: .success) {
            let lines = Mutex<[String]>([])
            logger = { level, message in lines.withLock { $0.append("\(level): \(message)") } }
            let container = DependencyContainer()
            func count() -> Int { lines.withLock { $0.count } }
            _ = try? container.resolve() as Int
            guard logLevel == .Errors, count() == 1 else { fatalError("\(count())") }
            Dip.logLevel = .None
            _ = try? container.resolve() as Int
            guard logLevel == .None, count() == 1 else { fatalError("\(count())") }
            guard lines.withLock({ $0[0].hasPrefix("Errors: Nothing is registered for") }) else {
                fatalError("\(count())")
            }
        }
    }

    @Test func `D-100: threads share a singleton, and no graph`() async throws {
        final class Made: Sendable {}
        final class Graph: Sendable {
            let single: Made
            init(single: Made) { self.single = single }
        }
        let container = container
        container.register(.singleton) { Made() }
        container.register { (single: Made) in Graph(single: single) }
        let graphs = try await withThrowingTaskGroup(of: Graph.self) { group in
            for _ in 0..<100 { group.addTask { try container.resolve() } }
            return try await group.reduce(into: [Graph]()) { $0.append($1) }
        }
        #expect(Set(graphs.map { ObjectIdentifier($0) }).count == 100)
        #expect(Set(graphs.map { ObjectIdentifier($0.single) }).count == 1)
    }
}
