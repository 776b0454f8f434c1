// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol Client: AnyObject {
    var name: String { get }
}

private final class NamedClient: Client {
    let name: String
    init(_ name: String = "client") { self.name = name }
}

private final class Screen {
    @Injected var client: any Client
    @Injected(tag: "local") var local: any Client
    @Injected var missing: Int?
    @Injected(required: true) var wanted: (any Client)?
}

private class Base {
    @Injected(didInject: { order.append("base1 \($0)") }) var first: Int
    @Injected(didInject: { order.append("base2 \($0)") }) var second: Int
}

private class Middle: Base {
    @Injected(didInject: { order.append("middle \($0)") }) var third: Int
}

private final class Leaf: Middle {
    @Injected(didInject: { order.append("leaf2 \($0)") }) var fifth: Int
    @Injected(didInject: { order.append("leaf1 \($0)") }) var fourth: Int
}

private let order = Log()

private struct Value {
    var before = "text"
    @Injected var client: any Client
    let plain = Injected<Int>()
}

private final class Helper {
    @Injected var client: (any Client)?
}

private final class WithHelper {
    let helper: Helper
    @Injected var client: (any Client)?
    init(_ helper: Helper) { self.helper = helper }
}

@propertyWrapper private final class Doubled: InjectableProperty {
    var wrappedValue = 0
    init() { announce() }
    func inject(from resolver: inout Resolver) throws { wrappedValue = try resolver.resolve() * 2 }
}

private final class WithOwnWrapper {
    @Doubled var number: Int
}

@Suite struct `Injected properties` {
    private func container() -> Container {
        Container {
            $0.register { NamedClient() as any Client }
            $0.register(tag: "local") { NamedClient("local") as any Client }
            $0.register { Screen() }
            $0.register { Helper() }
        }
    }

    @Test func `are filled for objects that the container makes`() throws {
        let container = container()

        for _ in 0..<3 {
            let screen = try container.resolve(Screen.self)
            #expect(screen.client.name == "client")
            #expect(screen.local.name == "local")
            #expect(screen.missing == nil)
            #expect(screen.wanted?.name == "client")
        }
    }

    @Test(arguments: [Lifetime.unique, .shared])
    func `are filled in every scope that keeps nothing`(scope: Lifetime) throws {
        let container = container()
        container.register(scope) { Screen() }
        container.register { (resolver: inout Resolver) in [try resolver.resolve(Screen.self)] }

        for _ in 0..<3 { #expect(try container.resolve([Screen].self)[0].client.name == "client") }
    }

    @Test(arguments: [EngineLifetime.singleton, .eagerSingleton, .weakSingleton])
    func `are filled in every scope that keeps instances`(scope: EngineLifetime) throws {
        let parent = container()
        parent.registerUnchecked(in: scope, as: Screen.self, tag: nil) { _ in Screen() }
        let first = try parent.resolve(Screen.self)
        #expect(first.client.name == "client")

        for _ in 0..<3 {
            let overlay = parent.overriding { $0.register { NamedClient("fake") as any Client } }
            #expect(try overlay.resolve(Screen.self).client.name == "fake")
        }
        #expect(try parent.resolve(Screen.self) === first)
    }

    @Test func `are filled nearest superclass first, then upwards, then their own (D-64)`() throws {
        let container = Container {
            $0.register { 1 }
            $0.register { Leaf() }
        }
        let expected = ["middle 1", "base1 1", "base2 1", "leaf2 1", "leaf1 1"]

        _ = try container.resolve(Leaf.self)
        _ = try container.resolve(Leaf.self)
        try container.adopt(Leaf())

        #expect(order.all == expected + expected + expected)
    }

    @Test func `are filled in structs, for all copies`() throws {
        let container = container()
        container.register { 3 }
        container.register { Value() }
        container.register { Value() as Any }

        let value = try container.resolve(Value.self)
        let erased = try #require(try container.resolve(Any.self) as? Value)
        let copy = value

        #expect(copy.client.name == "client")
        #expect(erased.client.name == "client")
        #expect(copy.plain.value == 3)
        value.plain.value = 4
        #expect(copy.plain.value == 4)
    }

    @Test func `of an object made inside a factory belong to that object`() throws {
        let container = container()
        container.register { WithHelper(Helper()) }
        container.register(tag: "resolved") { WithHelper(try $0.resolve()) }

        for _ in 0..<3 {
            let owner = try container.resolve(WithHelper.self)
            #expect(owner.client != nil)
            #expect(owner.helper.client == nil)
            let other = try container.resolve(WithHelper.self, tag: "resolved")
            #expect(other.client != nil)
            #expect(other.helper.client != nil)
        }
    }

    @Test func `may be of custom types`() throws {
        let container = Container {
            $0.register { 21 }
            $0.register { WithOwnWrapper() }
        }

        #expect(try container.resolve(WithOwnWrapper.self).number == 42)
        let adopted = WithOwnWrapper()
        try container.adopt(adopted)
        #expect(adopted.number == 42)
    }

    @Test func `fail the resolve if they are required, and say which`() throws {
        let container = Container { $0.register { Screen() } }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Screen.self) }

        #expect(error?.code == .missingBinding)
        #expect(error?.path.last?.label == "client")
        #expect(error?.description.contains("(client)") == true)
    }

    @Test func `can be switched off for a container and a definition`() throws {
        let container = container()
        container.injectsProperties = false
        container.register { Helper() }
        container.register(tag: "on") { Helper() }.injectingProperties()

        #expect(try container.resolve(Helper.self).client == nil)
        #expect(try container.resolve(Helper.self, tag: "on").client != nil)
        container.injectsProperties = true
        #expect(try container.resolve(Helper.self).client != nil)
        container.register { Helper() }.injectingProperties(false)
        #expect(try container.resolve(Helper.self).client == nil)
    }

    @Test func `inherit the tag of their owner on request`() throws {
        final class Owner {
            @Injected(tag: .inherited) var client: any Client
            @InjectedWeak(tag: .inherited, required: false) var weak: (any Client)?
        }
        let container = container()
        container.register { Owner() }.forAnyTag()

        #expect(try container.resolve(Owner.self, tag: "local").client.name == "local")
        #expect(try container.resolve(Owner.self, tag: "unknown").client.name == "client")
        #expect(try container.resolve(Owner.self).client.name == "client")
    }

    @Test func `are filled for a definition whose first instances had none`() throws {
        let container = container()
        let flag = Flag()
        container.register { (flag.isSet ? Helper() : NamedClient()) as AnyObject }
        for _ in 0..<3 { _ = try container.resolve(AnyObject.self) }
        flag.set()

        for _ in 0..<3 {
            let helper = try #require(try container.resolve(AnyObject.self) as? Helper)
            #expect(helper.client != nil)
        }
    }

    @Test func `are filled before the steps of the definition`() throws {
        let container = container()
        let log = Log()
        container.register { Helper() }.injecting { log.append($1.client?.name ?? "none") }

        _ = try container.resolve(Helper.self)

        #expect(log.all == ["client"])
    }

    @Test func `of unresolved objects stay empty`() {
        #expect(Helper().client == nil)
        #expect(!Injected<Int>().isInjected)
    }
}
