// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import MortiseDip
import MortiseGraph
import Synchronization
import Testing

// Rules D-95 to D-100.
@Suite(.quiet) struct `Dip, validating and reporting` {
    private let container = DependencyContainer()

    @Test func `D-95: a definition with arguments is not wired beside one without`()
        throws
    {
        container.register { ServiceImp() as any Service }
        container.register { (_: Int) in ServiceImp() as any Service }
        container.register(tag: "tag") { (_: Double) in ServiceImp() as any Service }
        try container.validate()
    }

    @Test func `a property that was never filled is known, but may be missing`() throws {
        final class Owner {
            @MortiseDip.Injected(required: false) var text: String?
            @MortiseDip.Injected(required: false) var number: Int?
        }
        container.register { Owner() }
        container.register { "text" }
        let owner = container.container.graph.nodes.first
        #expect(owner?.dependencies.map(\.key.description) == ["String"])
        #expect(owner?.dependencies.map(\.isOptional) == [true])
        try container.validate()
    }

    @Test func `D-95: validate throws if a definition cannot be wired`() throws {
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

    @Test func `D-95: a needed ambiguity is an error of its own type`() {
        container.register { (service: ServiceImp) in Client(service: service) }
        container.register { 1 }
        container.register { "text" }
        container.register { (a: Int, b: String) in ServiceImp() }
        container.register { (b: String, a: Int) in ServiceImp() }
        let outer = wiring(thrown { try container.validate() })
        let inner = wiring(outer?.underlying)
        #expect(outer?.type == Client.self && inner?.type == ServiceImp.self)
        guard case .ambiguousDefinitions(let type, let all) = inner?.underlying as? DipError else {
            Issue.record("\(String(describing: outer))")
            return
        }
        #expect(type == ServiceImp.self && all.count == 2)
        #expect(all.contains { $0 is MortiseDip.Definition<ServiceImp, (Int, String)> })
    }

    @Test func `D-95: collaborating containers are validated as far as they are needed`() throws {
        let second = DependencyContainer()
        second.register { (port: Int) in ServiceImp(name: "\(port)") }
        container.collaborate(with: second)
        try second.validate(80)
        try container.validate()
        try container.validate(80)
        #expect(throws: DipError.self) { try second.validate() }
        container.register { (service: ServiceImp) in Client(service: service) }
        let error = wiring(wiring(thrown { try container.validate() })?.underlying)
        #expect(error?.type == ServiceImp.self)
        #expect(missingKey(error?.underlying) == DefinitionKey(type: Int.self))
    }

    @Test func `D-95: what a factory asks for in its body counts, unless it goes on without`()
        throws
    {
        let container = container
        container.register { [unowned container] in
            ServiceImp(name: (try? container.resolve() as String) ?? "none")
        }
        try container.validate()
        try container.validate()
        container.register { [unowned container] in
            Client(service: try container.resolve() as any Service)
        }
        let error = thrown { try container.validate() }
        #expect(missingKey(error) == DefinitionKey(type: (any Service).self))
        container.register { ServiceImp() as any Service }
        try container.validate()
    }

    @Test func `D-95: what a block asks for counts, and what a property requires`() throws {
        final class Owner {
            @MortiseDip.Injected var number: Int?
        }
        var text = ""
        container.register { ServiceImp() }
            .resolvingProperties { container, _ in text = try container.resolve() }
        #expect(missingKey(thrown { try container.validate() }) == DefinitionKey(type: String.self))
        container.register { "text" }
        try container.validate()
        #expect(text == "text")
        container.register { Owner() }
        guard case .autoInjectionFailed? = thrown({ try container.validate() }) as? DipError else {
            Issue.record("a required property is missing")
            return
        }
        container.register { 1 }
        try container.validate()
    }

    @Test func `D-95: other errors are ignored, and each fitting argument is tried`() throws {
        struct Refusal: Error {}
        var tried: [Int] = []
        container.register { (number: Int) -> ServiceImp in
            tried.append(number)
            if number == 1 { throw Refusal() }
            return ServiceImp(name: "\(number)")
        }
        try container.validate(1, 2, 3)
        #expect(tried == [1, 2])
        container.register { () -> Client in throw Refusal() }
        try container.validate(2)
        // Without arguments, the parameter has to be resolved.
        #expect(throws: DipError.self) { try container.validate() }
    }

    @Test func `D-96: validate builds everything, and locks nothing`() throws {
        let made = Counter()
        container.register(.singleton) { made.next() }
        try container.validate()
        #expect(made.count == 1)
        let kept: Int = try container.resolve()
        #expect(made.count == 1)
        try container.validate()
        #expect(made.count == 1 && kept == 1)
        container.register { "not locked" }
    }

    @Test func `D-97: arguments count by their dynamic type, also behind a protocol`() throws {
        container.register { (service: any Service) in Client(service: service) }
        container.register { (name: String, service: any Service) in ServiceImp(name: name) }
        #expect(throws: DipError.self) { try container.validate(ServiceImp()) }
        try container.validate(ServiceImp(), ("name", ServiceImp()))
        let cycle = DependencyContainer {
            $0.register { (service: any Service) in Client(service: service) }
            $0.register { (client: Client) in client as any Service }
        }
        #expect(throws: ResolutionError.self) { try cycle.validate() }
    }

    @Test func `D-98: errors describe themselves`() {
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

    @Test func `D-98: an ambiguity lists its definitions, wherever they are`() {
        final class Owner {
            @MortiseDip.Injected var service: ServiceImp?
        }
        let second = DependencyContainer()
        second.register { (a: Int, b: String) in ServiceImp() }
        second.register { (b: String, a: Int) in ServiceImp() }
        container.collaborate(with: second)
        container.register { Owner() }
        let direct = wiring(thrown { _ = try container.resolve() as ServiceImp })?.underlying
        let error = thrown { _ = try container.resolve() as Owner } as? DipError
        guard case .autoInjectionFailed("_service", _, let inner) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        for error in [direct, wiring(inner)?.underlying] {
            guard case .ambiguousDefinitions(_, let all) = error as? DipError else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(all.count == 2)
        }
    }

    @Test func `D-99: an error is logged once for each resolve that it passes`() async {
        await #expect(processExitsWith: .success) {
            final class Owner {
                @MortiseDip.Injected var client: Client?
            }
            let lines = Locked<[String]>([])
            logger = { level, message in lines.withLock { $0.append("\(level): \(message)") } }
            func count(_ body: () throws -> Void) -> Int {
                lines.withLock { $0 = [] }
                _ = thrown(body)
                return lines.withLock { $0.count }
            }
            let container = DependencyContainer()
            container.register { (service: any Service) in Client(service: service) }
            container.register { (name: String) in ServiceImp(name: name) as any Service }
            container.register { Owner() }
            container.register { [unowned container] in
                [try container.resolve() as any Service]
            }
            container.register(.eagerSingleton) { (number: Int) in number }
            let wired = count { _ = try container.resolve() as Client }
            let nested = count { _ = try container.resolve() as [any Service] }
            // Resolving for a property is silent.
            let injected = count { _ = try container.resolve() as Owner }
            guard (wired, nested, injected) == (3, 3, 1) else {
                fatalError("\(wired) \(nested) \(injected)")
            }
        }
    }

    @Test func `D-99: verbose logs resolutions, as long as it is set`() async {
        await #expect(processExitsWith: .success) {
            let lines = Locked<[String]>([])
            logger = { level, message in lines.withLock { $0.append("\(level): \(message)") } }
            let before = DependencyContainer()
            before.register(.singleton) { ServiceImp() }
            _ = try before.resolve() as ServiceImp
            logLevel = .Verbose
            let after = DependencyContainer()
            after.register { (text: String) in Client(service: ServiceImp(name: text)) }
            after.register { "text" }
            _ = try before.resolve() as ServiceImp
            _ = try after.resolve() as Client
            logLevel = .Errors
            _ = try after.resolve() as Client
            let all = lines.withLock { $0 }
            let expected = [
                "Verbose: Reused ServiceImp", "Verbose: Resolved String for Client",
                "Verbose: Resolved Client",
            ]
            guard all == expected else { fatalError("\(all)") }
        }
    }

    @Test func `D-99: the original's module name still qualifies`() throws {
        final class Owner {
            @Dip.Injected var text: String?
            @Dip.InjectedWeak(required: false) var client: Client?
        }
        let container = Dip.DependencyContainer()
        let definition: Dip.Definition<String, Void> = container.register { "text" }
        container.register(Dip.ComponentScope.shared) { Owner() }
        #expect(try (container.resolve() as Owner).text == "text")
        let type: any Dip.DefinitionType = definition
        #expect("\(type)" == "\(definition)")
    }

    @Test func `D-99: failures are logged at the chosen level`() async {
        await #expect(processExitsWith: .success) {
            let lines = Locked<[String]>([])
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

    @Test(.timeLimit(.minutes(15)))
    func `D-100: factories of a container run at the same time on several threads`() async {
        let container = container
        let meeting = Meeting(of: 2)
        container.register(.unique) { () -> Int in
            meeting.wait()
            return 1
        }
        // Under a lock the first factory would wait for ever.
        await withCheckedContinuation { continuation in
            let shared = Countdown(2) { continuation.resume() }
            for _ in 1...2 {
                Thread.detachNewThread {
                    _ = try? container.resolve() as Int
                    shared.count()
                }
            }
        }
    }

    @Test func `D-100: threads share a singleton, but no graph`() async throws {
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

/// A barrier for several threads.
// @unchecked: `missing` is behind the condition.
private final class Meeting: @unchecked Sendable {
    private let condition = NSCondition()
    private var missing: Int

    init(of count: Int) { missing = count }

    func wait() {
        condition.withLock {
            missing -= 1
            condition.broadcast()
            while missing > 0 { condition.wait() }
        }
    }
}

/// Calls a closure when all threads are done.
private final class Countdown: Sendable {
    private let left: Atomic<Int>
    private let body: @Sendable () -> Void

    init(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        left = Atomic(count)
        self.body = body
    }

    func count() {
        if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { body() }
    }
}
