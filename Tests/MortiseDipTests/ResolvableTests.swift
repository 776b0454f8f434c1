// SPDX-License-Identifier: MIT

import MortiseDip
import Testing

// Rules D-75 to D-79.
@Suite(.quiet) struct `Dip, instances and contexts` {
    private let container = DependencyContainer()

    final class Log {
        var lines: [String] = []
    }

    class Logging: Resolvable {
        let name: String
        let log: Log
        var didResolve: () -> Void = {}

        init(_ name: String, _ log: Log) {
            self.name = name
            self.log = log
        }

        func resolveDependencies(_ container: DependencyContainer) {
            log.lines.append("\(name) resolves")
        }

        func didResolveDependencies() {
            log.lines.append("\(name) did")
            didResolve()
        }
    }

    final class Outer: Logging {
        @MortiseDip.Injected(didInject: { $0.log.lines.append("injected") }) var inner: Inner?
    }

    final class Inner: Logging, Service {}

    @Test func `D-30: the factory, resolveDependencies, properties, blocks`() throws {
        let log = Log()
        container.register { () -> Outer in
            log.lines.append("factory")
            return Outer("outer", log)
        }.resolvingProperties { _, _ in log.lines.append("block") }
        container.register { Inner("inner", log) }
        let expected = [
            "factory", "outer resolves", "inner resolves", "injected", "block", "inner did",
            "outer did",
        ]
        for _ in 1...3 {
            log.lines = []
            _ = try container.resolve() as Outer
            #expect(log.lines == expected)
        }
    }

    @Test func `D-75: both methods have defaults`() throws {
        final class Quiet: Resolvable {}
        container.register { Quiet() }
        let quiet: Quiet = try container.resolve()
        quiet.resolveDependencies(container)
        quiet.didResolveDependencies()
    }

    @Test func `D-75: a method with the engine's name wins`() throws {
        final class Named: Resolvable {
            var log: [String] = []
            func didResolve() { log.append("didResolve") }
            func didResolveDependencies() { log.append("didResolveDependencies") }
        }
        container.register { Named() }
        #expect(try (container.resolve() as Named).log == ["didResolve"])
    }

    @Test func `D-75: the instance's dynamic type counts, also for a struct`() throws {
        struct Value: Resolvable {
            let log: Log
            func didResolveDependencies() { log.lines.append("value") }
        }
        let log = Log()
        container.register { Inner("inner", log) as any Service }
        container.register(tag: "value") { Value(log: log) }
        _ = try container.resolve() as any Service
        _ = try container.resolve(tag: "value") as Value
        #expect(log.lines == ["inner resolves", "inner did", "value"])
    }

    class Plain: Service {}

    final class Full: Plain, Resolvable {
        @MortiseDip.Injected var text: String?
        @MortiseDip.Injected var peer: Peer?
        var log: [String] = []

        func resolveDependencies(_ container: DependencyContainer) { log.append("resolves") }
        func didResolveDependencies() { log.append("did \(text ?? "nil") \(peer != nil)") }
    }

    final class Peer {
        @MortiseDip.InjectedWeak var owner: (any Service)?
    }

    @Test(
        arguments: [ComponentScope.unique, .shared, .singleton]
    )
    func `D-75: an instance takes part even if earlier ones did not`(
        scope: ComponentScope
    ) throws {
        let made = Counter()
        let isLast = scope == .singleton ? 1 : 4
        container.register(scope) {
            made.next() < isLast ? Plain() as any Service : Full() as any Service
        }
        container.register { "text" }
        container.register { Peer() }
        for _ in 1..<isLast { _ = try container.resolve() as any Service }
        let full = try #require(try container.resolve() as any Service as? Full)
        #expect(full.log == ["resolves", "did text true"])
        if scope != .unique { #expect(full.peer?.owner === full) }
    }

    @Test func `D-65: a required property is found even if earlier instances had none`()
        throws
    {
        let made = Counter()
        container.register { made.next() < 4 ? Plain() as any Service : Full() as any Service }
        for _ in 1...3 { _ = try container.resolve() as any Service }
        let error = thrown { _ = try container.resolve() as any Service }
        guard case .autoInjectionFailed("_text", _, let inner) = error as? DipError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(missingKey(inner) == DefinitionKey(type: String.self))
    }

    @Test func `D-75: an instance takes part even if properties are not injected`() throws {
        let container = DependencyContainer(autoInjectProperties: false)
        let made = Counter()
        container.register { made.next() < 4 ? Plain() as any Service : Full() as any Service }
        for _ in 1...3 { _ = try container.resolve() as any Service }
        let full = try #require(try container.resolve() as any Service as? Full)
        #expect(full.log == ["resolves", "did nil false"])
    }

    @Test func `D-76: callbacks come once, for new instances, and not if the resolve failed`()
        throws
    {
        let log = Log()
        container.register(.singleton) { Inner("single", log) }
        let inner: Inner = try container.resolve()
        #expect(try container.resolve() as Inner === inner)
        #expect(log.lines == ["single resolves", "single did"])

        log.lines = []
        container.register { Outer("outer", log) }
        container.register { Inner("inner", log) }
            .resolvingProperties { _, _ in throw Refusal() }
        #expect(throws: DipError.self) { try container.resolve() as Outer }
        #expect(log.lines == ["outer resolves", "inner resolves"])
    }

    @Test func `D-76: a kept singleton is called back even if the resolve failed`()
        throws
    {
        let log = Log()
        let container = container
        container.register(.singleton) { Inner("single", log) }
        container.register { [unowned container] () -> Outer in
            _ = try container.resolve() as Inner
            throw Refusal()
        }
        #expect(throws: Refusal()) { try container.resolve() as Outer }
        #expect(log.lines == ["single resolves", "single did"])
        _ = try container.resolve() as Inner
        #expect(log.lines.count == 2)
    }

    @Test func `D-76: a container used inside a factory waits for the outermost resolve`()
        throws
    {
        let log = Log()
        let other = DependencyContainer { $0.register { Inner("inner", log) } }
        container.register { () -> Outer in
            _ = try other.resolve() as Inner
            log.lines.append("factory")
            return Outer("outer", log)
        }.autoInjectingProperties(false)
        _ = try container.resolve() as Outer
        #expect(
            log.lines == ["inner resolves", "factory", "outer resolves", "outer did", "inner did"]
        )
    }

    @Test func `D-77: resolving in a callback is a resolve of its own`() throws {
        let log = Log()
        let container = container
        container.register { [unowned container] () -> Outer in
            let outer = Outer("outer", log)
            outer.didResolve = {
                let inner = try? container.resolve() as Inner
                log.lines.append("in between \(inner != nil)")
            }
            return outer
        }
        container.register { Inner("inner", log) }
        _ = try container.resolve() as Outer
        #expect(
            log.lines == [
                "outer resolves", "inner resolves", "injected", "inner did", "outer did",
                "inner resolves", "inner did", "in between true",
            ]
        )
    }

    // MARK: Context

    final class Owner {
        @MortiseDip.Injected var client: Client?
    }

    @Test func `D-78: a context has the request and its requester`() throws {
        #expect(container.context == nil)
        let container = container
        var seen: [String] = []
        container.register { [unowned container] () -> any Service in
            seen.append("\(container.context!)")
            return ServiceImp()
        }
        container.register { [unowned container] () -> Client in
            let context: DependencyContainer.Context = container.context
            #expect(context.resolvingType == Client.self && context.tag == "tag")
            #expect(context.injectedInType == Owner.self)
            #expect(context.injectedInProperty == "_client")
            return Client(service: try container.resolve())
        }
        container.register { [unowned container] () -> Owner in
            #expect(container.context.injectedInType == nil)
            #expect(container.context.injectedInProperty == nil)
            return Owner()
        }
        _ = try container.resolve(tag: "tag") as Owner
        #expect(seen == ["Service for Client"])
        #expect(container.context == nil)
    }

    @Test func `D-78: a context has the requested key, with the type of the arguments`()
        throws
    {
        let container = container
        var keys: [DefinitionKey] = []
        func note(_ container: DependencyContainer) { keys.append(container.context.key) }
        container.register { [unowned container] (name: String, number: Int) -> ServiceImp in
            note(container)
            return ServiceImp(name: name)
        }.implements((any Service).self)
        container.register(tag: 1) { [unowned container] (name: String) -> ServiceImp in
            note(container)
            return ServiceImp(name: name)
        }
        container.register { "wired" }
        container.register { 5 }
        _ = try container.resolve(tag: "tag", arguments: "a", 1) as ServiceImp
        _ = try container.resolve(arguments: "a", 1) as any Service
        _ = try container.resolve(tag: 1, arguments: "a") as ServiceImp
        _ = try container.resolve() as ServiceImp
        typealias Pair = (String, Int)
        #expect(
            keys == [
                DefinitionKey(type: ServiceImp.self, typeOfArguments: Pair.self, tag: "tag"),
                DefinitionKey(type: (any Service).self, typeOfArguments: Pair.self),
                DefinitionKey(type: ServiceImp.self, typeOfArguments: String.self, tag: 1),
                DefinitionKey(type: ServiceImp.self),
            ]
        )
        #expect(keys[2] == keys[2] && keys[2].tag == .Int(1))
    }

    @Test func `D-78: a context shows all its values in debugging`() throws {
        let container = container
        var seen: [String] = []
        container.register { [unowned container] (number: Int) -> ServiceImp in
            seen.append(String(reflecting: container.context!))
            return ServiceImp()
        }
        container.register { [unowned container] () -> Client in
            seen.append(String(reflecting: container.context!))
            return Client(service: ServiceImp())
        }
        container.register { Owner() }
        _ = try container.resolve(arguments: 1) as ServiceImp
        _ = try container.resolve(tag: "tag") as Owner
        #expect(
            seen == [
                "Context(key: type: ServiceImp, arguments: Int, tag: nil, injectedInType: nil, "
                    + "injectedInProperty: nil)",
                "Context(key: type: Client, arguments: (), tag: String(\"tag\"), "
                    + "injectedInType: Owner, injectedInProperty: _client)",
            ]
        )
    }

    @Test func `D-79: a tag is inherited only when it is passed on`() throws {
        let container = container
        container.register { "plain" }
        container.register(tag: "tag") { "tagged" }
        container.register { [unowned container] in
            ServiceImp(
                name: "\(try container.resolve() as String) "
                    + "\(try container.resolve(tag: container.context.tag) as String)"
            )
        }
        #expect(try (container.resolve(tag: "tag") as ServiceImp).name == "plain tagged")
    }
}
