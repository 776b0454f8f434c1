// SPDX-License-Identifier: MIT

// Tests that replace live services, each for itself.

import Mortise
import MortiseTesting
import Testing

protocol Gateway: Sendable {
    func pay(_ amount: Int) -> Bool
}

struct LiveGateway: Gateway {
    func pay(_ amount: Int) -> Bool { false }
}

struct FakeGateway: Gateway {
    func pay(_ amount: Int) -> Bool { true }
}

final class Shop: Sendable {
    let gateway: any Gateway
    init(gateway: any Gateway) { self.gateway = gateway }
}

// snippet.wiring
let app = Container(name: "app") {
    $0.register(.singleton) { LiveGateway() as any Gateway }.unstubbed()
    $0.register(.singleton) { Shop(gateway: $0) }
}
// snippet.end

// snippet.overriding
let test = app.overriding {
    $0.register(.singleton) { FakeGateway() as any Gateway }.replacing()
}
// snippet.end

// snippet.suite
@Suite(
    .overriding(app) { $0.register(.singleton) { FakeGateway() as any Gateway }.replacing() }
)
struct `A shop` {
    @Test(arguments: [1, 100, 10_000])
    func `takes any amount`(amount: Int) throws {
        // Each amount has its own overlay: no other test sees this shop.
        let shop = try Container.current.resolve(Shop.self)
        #expect(shop.gateway.pay(amount))
    }
}
// snippet.end

// snippet.checks
@Suite(
    .overriding(app) { $0.register(.singleton) { FakeGateway() as any Gateway }.replacing() }
)
struct `The wiring` {
    @Test func `fits`() {
        expectValid(Container.current)
    }

    @Test func `has one gateway for everybody`() throws {
        let log = BuildLog(Container.current)
        _ = try Container.current.resolve(Shop.self)
        _ = try Container.current.resolve((any Gateway).self)
        log.expect((any Gateway).self, made: 1)
    }

    @Test func `leaves nothing behind`() async throws {
        _ = try Container.current.resolve(Shop.self)
        await expectNoLeaks(closing: Container.current)
    }
}
// snippet.end
