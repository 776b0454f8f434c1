// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import Testing

// Rules B-1 to B-8. The article's samples are in DipSampleTests.
@Suite(.quiet) struct `Dip, assemblies` {
    class Network: MortiseDip.Assembly {
        let service = AssemblyDefinitionOf { (_, _: Void) in ServiceImp(name: "made") as any Service
        }
    }

    final class Components: Network {
        let client = AssemblyDefinitionOf(tag: "client", scope: .singleton) { (c, _: Void) in
            Client(service: try c.resolve())
        }
        let named = AssemblyDefinitionOf { (_, name: String) in ServiceImp(name: name) }
        let pair = AssemblyDefinitionOf { (_, numbers: (Int, Int)) in numbers.0 + numbers.1 }
        let text = AssemblyDefinitionOf { (_, _: Void) in Text() }
            .resolvingProperties { (c, text) in
                text.value = "\(try c.resolve(arguments: 1, 2) as Int)"
            }
        let texts = Texts()
    }

    final class Text {
        var value = ""
    }

    final class Texts: MortiseDip.Assembly {
        let text = AssemblyDefinitionOf { (_, _: Void) in "text" }
    }

    @Test func `B-1: definitions are stored, with a tag, a scope and arguments`() throws {
        let container = DependencyContainer(assemblies: [Components()])
        let client: Client = try container.resolve(tag: "client")
        #expect(try container.resolve(tag: "client") as Client === client)
        #expect(try (container.resolve(arguments: "name") as ServiceImp).name == "name")
        #expect(try container.resolve(arguments: 1, 2) as Int == 3)
    }

    @Test func `B-2: blocks complete instances`() throws {
        let container = DependencyContainer(assemblies: [Components()])
        #expect(try (container.resolve() as Text).value == "3")
    }

    @Test func `B-3: an assembly is no container, and holds no instances`() throws {
        let components = Components()
        let first = DependencyContainer(assemblies: [components])
        let second = DependencyContainer(assemblies: [components])
        #expect(
            try first.resolve(tag: "client") as Client !== second.resolve(tag: "client") as Client
        )
    }

    @Test func `B-4: deactivating removes exactly what was activated`() throws {
        let components = Components()
        let container = DependencyContainer()
        components.activate(inContainer: container)
        container.register { ServiceImp(name: "replaced") as any Service }
        container.register { 5.5 }
        components.deactivate(inContainer: container)
        #expect(try (container.resolve() as any Service as? ServiceImp)?.name == "replaced")
        #expect(try container.resolve() == 5.5)
        #expect(throws: DipError.self) { try container.resolve(tag: "client") as Client }
        #expect(throws: DipError.self) { try container.resolve() as String }
        components.activate(inContainer: container)
        _ = try container.resolve(tag: "client") as Client
    }

    @Test func `B-5: stored assemblies are activated too`() throws {
        let container = DependencyContainer(assemblies: [Components()])
        #expect(try container.resolve() == "text")
    }

    @Test func `B-6: a container is created with assemblies, and then configured`() throws {
        let container = DependencyContainer(assemblies: [Components(), Texts()]) {
            $0.register { "configured" }
        }
        #expect(try container.resolve() == "configured")
    }

    @Test func `B-8: activating twice changes nothing, inherited properties count, the last wins`()
        throws
    {
        final class Other: Network {
            let again = AssemblyDefinitionOf { (_, _: Void) in
                ServiceImp(name: "own") as any Service
            }
        }
        let other = Other()
        let container = DependencyContainer(assemblies: [other, other])
        #expect(container.description.hasPrefix("Definitions: 1\n"))
        #expect(try (container.resolve() as any Service as? ServiceImp)?.name == "own")
        other.activate(inContainer: container)
        other.deactivate(inContainer: container)
        #expect(container.description.hasPrefix("Definitions: 0\n"))
    }

    final class Round: MortiseDip.Assembly {
        let number = AssemblyDefinitionOf { (_, _: Void) in 1 }
        var next: Round?
    }

    @Test func `B-8: assemblies may collaborate in a cycle`() throws {
        let (first, second) = (Round(), Round())
        (first.next, second.next) = (second, first)
        defer { first.next = nil }
        let container = DependencyContainer(assemblies: [first])
        #expect(try container.resolve() == 1)
    }

    @Test func `B-8: an assembly that two others store goes with the last of them`() throws {
        final class Holder: MortiseDip.Assembly {
            let texts: Texts
            init(_ texts: Texts) { self.texts = texts }
        }
        let texts = Texts()
        let (first, second) = (Holder(texts), Holder(texts))
        let container = DependencyContainer(assemblies: [first, second])
        first.deactivate(inContainer: container)
        #expect(try container.resolve() == "text")
        second.deactivate(inContainer: container)
        #expect(throws: DipError.self) { try container.resolve() as String }
    }

    final class Named: MortiseDip.Assembly {
        let text: AssemblyDefinitionOf<String, Void>
        var first: Named?
        var second: Named?

        init(_ name: String, _ first: Named? = nil, _ second: Named? = nil) {
            text = AssemblyDefinitionOf { (_, _: Void) in name }
            (self.first, self.second) = (first, second)
        }
    }

    @Test func `B-8: of collaborating assemblies the last wins, and their owner before them`()
        throws
    {
        final class Root: MortiseDip.Assembly {
            let first = Named("first")
            let second = Named("second")
        }
        #expect(try DependencyContainer(assemblies: [Root()]).resolve() == "second")
        let shared = Named("shared")
        let storing = Named("storing", shared)
        final class Diamond: MortiseDip.Assembly {
            let shared: Named
            let storing: Named
            init(_ shared: Named, _ storing: Named) {
                (self.shared, self.storing) = (shared, storing)
            }
        }
        let diamond = DependencyContainer(assemblies: [Diamond(shared, storing)])
        #expect(try diamond.resolve() == "storing")
    }

    @Test func `B-1: a value of type Any is an argument`() throws {
        final class Anything: MortiseDip.Assembly {
            let text = AssemblyDefinitionOf { (_, value: Any) in "\(value)" }
        }
        let container = DependencyContainer(assemblies: [Anything()])
        #expect(throws: DipError.self) { try container.resolve() as String }
        #expect(try container.resolve(arguments: 5 as Any) == "5")
    }

    protocol Factory {
        func service(name: String) -> any Service
    }

    @Test func `B-7: a container is a factory of its instances`() throws {
        final class Factories: MortiseDip.Assembly {
            let factory = AssemblyDefinitionOf { (c, _: Void) in c as any Factory }
            let service = AssemblyDefinitionOf { (_, name: String) in
                ServiceImp(name: name) as any Service
            }
        }
        let container = DependencyContainer(assemblies: [Factories()])
        let factory: any Factory = try container.resolve()
        #expect((factory.service(name: "made") as? ServiceImp)?.name == "made")
        container.reset()
    }
}

extension DependencyContainer: `Dip, assemblies`.Factory {
    func service(name: String) -> any Service {
        do { return try resolve(arguments: name) } catch { return ServiceImp(name: "\(error)") }
    }
}
