// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import Testing

// Rules D-60 to D-66, on properties with initial values.
@Suite(.quiet) struct `An injected property with all its parameters` {
    typealias Injected = MortiseDip.Injected
    typealias InjectedWeak = MortiseDip.InjectedWeak

    private let container = DependencyContainer()

    private final class Owner {
        let own = Injected<String>(required: false, tag: "own", overrideTag: true)
        let inherited = Injected<String>(tag: "own", overrideTag: false)
        let first: Injected<String>
        let weak: InjectedWeak<Client>
        let other = InjectedWeak<Client>(tag: nil, overrideTag: true)

        init(_ client: Client, heard: @escaping (Any) -> Void) {
            first = Injected(value: "before", didInject: heard)
            weak = InjectedWeak(value: client, required: false, tag: "none", didInject: heard)
        }
    }

    @Test func `D-63: decides whether its tag counts`() throws {
        container.register { "plain" }
        container.register(tag: "own") { "own" }
        container.register(tag: "graph") { "graph" }
        container.register(.singleton) { Client(service: ServiceImp()) }
        container.register { Owner(Client(service: ServiceImp())) { _ in } }
        let owner: Owner = try container.resolve(tag: "graph")
        #expect(owner.own.value == "own")
        #expect(owner.inherited.value == "graph")
        #expect(owner.first.value == "graph")
        #expect(owner.other.value != nil)
    }

    @Test func `D-60: keeps its initial value, without a callback`() throws {
        let client = Client(service: ServiceImp())
        let heard = Counter()
        let owner = Owner(client) { _ in _ = heard.next() }
        #expect(owner.first.value == "before")
        #expect(owner.weak.value === client)
        #expect(heard.count == 0)
        owner.first.value = "later"
        #expect(heard.count == 1)
        var kept: Client? = Client(service: ServiceImp())
        let weak = InjectedWeak(value: kept)
        #expect(weak.value != nil)
        kept = nil
        #expect(weak.value == nil)
        #expect(Injected<Int>(value: nil).value == nil)
    }

    @Test func `D-60: is injected with any initial value`() throws {
        let (client, made) = (Client(service: ServiceImp()), Client(service: ServiceImp()))
        let heard = Counter()
        container.register { "injected" }
        container.register(.singleton) { made }
        container.register { Owner(client) { _ in _ = heard.next() } }
        let owner: Owner = try container.resolve()
        #expect(owner.first.value == "injected")
        #expect(owner.weak.value === made)
        #expect(heard.count == 2)
    }
}
