// SPDX-License-Identifier: MIT
// swift-format-ignore-file: NeverUseForceTry

import Mortise
import MortiseDip
import Testing

/// Gets its dependent by a self-injecting property.
private final class Server {
    @MortiseDip.Injected var browser: Browser?
}

private final class WeakServer {
    @MortiseDip.InjectedWeak var browser: WeakBrowser?
}

/// Needs a server to be made.
private final class Browser {
    var server: Server
    init(server: Server) { self.server = server }
}

private final class WeakBrowser {
    let server: WeakServer
    init(server: WeakServer) { self.server = server }
}

// Rule D-28 in its most common form; CycleTests has it for blocks.
@Suite(.quiet) struct `Dip, a constructor that meets an injected property` {
    private let container = DependencyContainer()
    private let made = Counter()

    static let scopes: [ComponentScope] = [.shared, .singleton, .weakSingleton]

    @Test(arguments: scopes)
    func `D-28: makes the instance twice, and all get the second`(_ scope: ComponentScope) throws {
        container.register(scope) { [unowned container, made] in
            _ = made.next()
            return Browser(server: try! container.resolve())
        }
        container.register(scope) { Server() }
        for round in 1...5 {
            made.count = 0
            let browser: Browser = try container.resolve()
            #expect(browser.server.browser === browser, "round \(round)")
            #expect(made.count == 2, "round \(round)")
            // Breaks the retain cycle.
            browser.server = Server()
            container.container.dropInstances()
        }
    }

    @Test(arguments: scopes)
    func `D-28: also by a weak property, and by wiring`(_ scope: ComponentScope) throws {
        container.register(scope) { WeakBrowser(server: $0) }
        container.register(scope) { WeakServer() }
        for round in 1...5 {
            let browser: WeakBrowser = try container.resolve()
            #expect(browser.server.browser === browser, "round \(round)")
            container.container.dropInstances()
        }
    }

    @Test(arguments: scopes)
    func `D-28: makes it once from the other end`(_ scope: ComponentScope) throws {
        container.register(scope) { [unowned container, made] in
            _ = made.next()
            return WeakBrowser(server: try! container.resolve())
        }
        container.register { [unowned container] in
            let server = try! container.resolve() as WeakServer
            return (server, server.browser)
        }
        container.register(scope) { WeakServer() }
        let (server, browser) = try container.resolve() as (WeakServer, WeakBrowser?)
        #expect(browser?.server === server && made.count == 1)
    }

    @Test(arguments: scopes)
    func `D-28: also if each belongs to another container`(_ scope: ComponentScope) throws {
        let other = DependencyContainer()
        container.collaborate(with: other)
        container.register(scope) { [unowned container] in
            WeakBrowser(server: try! container.resolve())
        }
        other.register(scope) { WeakServer() }
        for asked in [container, other] {
            let browser: WeakBrowser = try asked.resolve()
            #expect(browser.server.browser === browser)
            container.container.dropInstances()
            other.container.dropInstances()
        }
    }
}
