// SPDX-License-Identifier: MIT
// swift-format-ignore-file: NeverUseForceTry

import Foundation
@_spi(Diagnostics) import Mortise
import MortiseDip
import Testing

/// Gets its dependent by a property.
private class Server {
    var browser: Browser?
    var blocks = 0
}

/// Needs a server to be made.
private final class Browser {
    let server: Server

    init(server: Server) { self.server = server }

    convenience init(container: DependencyContainer) {
        self.init(server: try! container.resolve())
    }

    /// Whether both have each other; breaks their retain cycle.
    func closesCycle() -> Bool {
        defer { server.browser = nil }
        return server.browser === self
    }
}

private final class ResolvingServer: Server, Resolvable {
    func resolveDependencies(_ container: DependencyContainer) {
        browser = try! container.resolve()
    }
}

private final class ServerWithBox: Server {
    let box = BrowserBox()
}

private final class BrowserBox: AutoInjectedPropertyBox {
    static var wrappedType: Any.Type { Browser.self }
    var browser: Browser?

    func resolve(_ container: DependencyContainer) { browser = try! container.resolve() }
}

// Rule D-28. The blocks write `try!`, like programs.
@Suite(.quiet) struct `Dip, a constructor that meets a property` {
    private let container = DependencyContainer()
    private let made = Counter()

    private func registerBrowser(_ scope: ComponentScope = .shared) {
        container.register(scope) { [unowned container, made] in
            _ = made.next()
            return Browser(server: try! container.resolve())
        }
    }

    @Test(arguments: [ComponentScope.shared, .singleton, .eagerSingleton, .weakSingleton])
    func `D-28: makes the instance twice, and all get the second`(_ scope: ComponentScope) throws {
        registerBrowser(scope)
        container.register(scope) { Server() }
            .resolvingProperties { $1.browser = try! $0.resolve() as Browser }

        for round in 1...5 {
            made.count = 0
            let browser: Browser = try container.resolve()

            #expect(browser.closesCycle(), "round \(round)")
            #expect(made.count == 2, "round \(round)")
            container.container.dropInstances()
        }
    }

    @Test(arguments: [ComponentScope.shared, .singleton])
    func `D-28: makes it once from the other end`(_ scope: ComponentScope) throws {
        registerBrowser(scope)
        container.register(scope) { Server() }
            .resolvingProperties { $1.browser = try! $0.resolve() as Browser }

        let server: Server = try container.resolve()

        #expect(server.browser?.server === server && made.count == 1)
        server.browser = nil
    }

    @Test func `D-28: keeps the singleton that the cycle has, and no other`() throws {
        registerBrowser(.singleton)
        container.register(.singleton) { Server() }
            .resolvingProperties { $1.browser = try! $0.resolve() as Browser }

        let browser: Browser = try container.resolve()

        #expect(try container.resolve() as Browser === browser)
        #expect(try (container.resolve() as Server).browser === browser)
        #expect(browser.closesCycle())
    }

    @Test func `D-28: runs the blocks of each kept instance, once`() throws {
        let order = Log()
        container.register { [unowned container] in
            Browser(server: try! container.resolve())
        }.resolvingProperties { _, _ in order.add("browser") }
        container.register { Server() }
            .resolvingProperties { _, _ in order.add("before") }
            .resolvingProperties { $1.browser = try! $0.resolve() as Browser }
            .resolvingProperties { _, _ in order.add("after") }

        let browser: Browser = try container.resolve()

        #expect(order.all == ["before", "browser", "after"])
        #expect(browser.closesCycle())
    }

    @Test func `D-28: calls back kept instances, and no dropped ones`() throws {
        final class Aware: Resolvable {
            let server: Server
            let order: Log
            init(_ server: Server, _ order: Log) { (self.server, self.order) = (server, order) }
            func didResolveDependencies() { order.add("\(ObjectIdentifier(self))") }
        }
        let order = Log()
        container.register { [unowned container] in Aware(try! container.resolve(), order) }
        container.register { Server() }
            .resolvingProperties { container, _ in _ = try! container.resolve() as Aware }

        let aware: Aware = try container.resolve()

        #expect(order.all == ["\(ObjectIdentifier(aware))"])
    }

    @Test func `D-28: also if an instance takes part in its own resolution`() throws {
        registerBrowser()
        container.register { ResolvingServer() as Server }
        #expect(try (container.resolve() as Browser).closesCycle())
    }

    @Test func `D-28: also for a custom box`() throws {
        registerBrowser()
        container.register { ServerWithBox() as Server }
        let browser: Browser = try container.resolve()
        let box = (browser.server as? ServerWithBox)?.box
        #expect(box?.browser === browser)
        box?.browser = nil
    }

    @Test func `D-28: also in the factory of the block's dependency`() throws {
        registerBrowser()
        container.register { [unowned container] in [try! container.resolve() as Browser] }
        container.register { Server() }.resolvingProperties { container, server in
            server.browser = (try! container.resolve() as [Browser])[0]
        }
        #expect(try (container.resolve() as Browser).closesCycle())
    }

    @Test func `D-28: also if the constructor gets the container`() throws {
        container.register { [unowned container] in Browser(container: container) }
        container.register { Server() }
            .resolvingProperties { $1.browser = try! $0.resolve() as Browser }
        #expect(try (container.resolve() as Browser).closesCycle())
    }

    @Test(arguments: [ComponentScope.shared, .singleton])
    func `D-28: also if each belongs to another container`(_ scope: ComponentScope) throws {
        let other = DependencyContainer()
        registerBrowser(scope)
        other.register(scope) { Server() }
            .resolvingProperties { $1.browser = try! $0.resolve() as Browser }
        container.collaborate(with: other)
        #expect(try (container.resolve() as Browser).closesCycle())
        container.container.dropInstances()
        other.container.dropInstances()
        #expect(try (other.resolve() as Browser).closesCycle())
    }

    @Test func `D-28: also for wired definitions, and for another type that one implements`() throws
    {
        container.register(.singleton) { (server: Server) in Browser(server: server) }
            .implements(AnyObject.self)
        container.register(.singleton) { Server() }
            .resolvingProperties { $1.browser = try! $0.resolve() as Browser }

        let object = try container.resolve() as AnyObject

        #expect(try container.resolve() as Browser === object)
        #expect((object as? Browser)?.closesCycle() == true)
    }

    @Test func `D-28: a block gets no error that was not thrown`() throws {
        let (met, refuses) = (Log(), Counter())
        container.register(.singleton) { [unowned container] () throws -> Browser in
            let server: Server = try container.resolve()
            if refuses.count == 0 { throw Refusal() }
            return Browser(server: server)
        }
        container.register(.singleton) { Server() }.resolvingProperties { container, server in
            do {
                server.browser = try container.resolve() as Browser
            } catch {
                met.add("\(error)")
                throw error
            }
        }

        #expect(throws: Refusal.self) { _ = try container.resolve() as Browser }
        #expect(met.all == ["\(Refusal())"])
        _ = refuses.next()
        let browser: Browser = try container.resolve()
        #expect(try container.resolve() as Browser === browser)
        #expect(browser.closesCycle())
    }

    @Test func `D-28: the outer factory makes an instance whose failure a block has handled`()
        throws
    {
        let attempts = Counter()
        container.register(.singleton) { [unowned container] () throws -> Browser in
            let attempt = attempts.next()
            let server: Server = try container.resolve()
            if attempt == 2 { throw Refusal() }
            return Browser(server: server)
        }
        container.register(.singleton) { Server() }.resolvingProperties { container, server in
            server.browser = try? container.resolve() as Browser
        }

        let browser: Browser = try container.resolve()

        #expect(attempts.count == 2 && browser.server.browser == nil)
        #expect(try container.resolve() as Browser === browser)
    }

    @Test(arguments: [ComponentScope.shared, .singleton, .weakSingleton])
    func `D-28: the outer factory makes an instance that was dropped with a block`(
        _ scope: ComponentScope
    ) throws {
        final class Page {
            let server: Server?
            init(_ server: Server?) { self.server = server }
        }
        container.register(scope) { [unowned container, made] in
            _ = made.next()
            return Page(try? container.resolve())
        }
        container.register(scope) { Server() }.resolvingProperties { container, _ in
            _ = try container.resolve() as Page
            throw Refusal()
        }

        let page: Page = try container.resolve()

        #expect(page.server == nil && made.count == 2)
        let again: Page = try container.resolve()
        #expect((again === page) == (scope != .shared))
    }

    @Test func `D-28: also if Mortise's own step waits for the same factory`() throws {
        final class Part {
            var browser: Browser?
        }
        let plain = Container()
        plain.link(with: container.container)
        plain.register(.shared) { Part() }
            .injecting { resolver, part in part.browser = try resolver.resolve() }
        plain.register(.shared) { (resolver: inout Resolver) throws -> Browser in
            _ = try resolver.resolve(Part.self)
            return Browser(server: try resolver.resolve())
        }
        container.register { Server() }
            .resolvingProperties { $1.browser = try! $0.resolve() as Browser }
        plain.register(.shared) { (resolver: inout Resolver) throws -> (Browser, Part) in
            (try resolver.resolve(), try resolver.resolve())
        }

        let (browser, part) = try plain.resolve((Browser, Part).self)

        #expect(part.browser === browser && browser.closesCycle())
        part.browser = nil
    }

    @Test func `D-28: threads from both ends get complete cycles of one instance each`()
        async throws
    {
        for _ in 1...200 {
            let container = DependencyContainer()
            container.register(.singleton) { [unowned container] in
                Browser(server: try! container.resolve())
            }
            container.register(.singleton) { Server() }
                .resolvingProperties { $1.browser = try! $0.resolve() as Browser }
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<4 {
                    group.addTask {
                        if index.isMultiple(of: 2) {
                            let browser = try! container.resolve() as Browser
                            #expect(browser.server.browser != nil)
                        } else {
                            let server = try! container.resolve() as Server
                            #expect(server.browser?.server === server)
                        }
                    }
                }
            }
            let browser: Browser = try container.resolve()
            #expect(try container.resolve() as Server === browser.server)
            browser.server.browser = nil
        }
    }

    @Test func `D-28: two threads that need each other's instances keep one of each`() throws {
        final class Session: @unchecked Sendable {
            let store: Store
            init(_ store: Store) { self.store = store }
        }
        final class Store: @unchecked Sendable { var session: Session? }
        let (isInFactory, isInBlock) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let container = DependencyContainer()
        container.register(.singleton) { [unowned container, made] in
            if made.next() == 1 {
                isInFactory.signal()
                isInBlock.wait()
            }
            return Session(try container.resolve())
        }
        container.register(.singleton) { Store() }.resolvingProperties { container, store in
            isInBlock.signal()
            store.session = try container.resolve()
        }
        let threads = DispatchGroup()
        func resolve<T>(_: T.Type) {
            threads.enter()
            Thread.detachNewThread {
                _ = try! container.resolve() as T
                threads.leave()
            }
        }
        resolve(Session.self)
        isInFactory.wait()
        resolve(Store.self)
        try #require(threads.wait(timeout: .now() + 600) == .success)

        let store: Store = try container.resolve()

        #expect(try container.resolve() as Session === store.session)
        #expect(store.session?.store === store)
        store.session = nil
    }

    @Test func `D-28: waiters for the first instance get it if the second one fails`() throws {
        struct Refused: Error {}
        let isInFactory = DispatchSemaphore(value: 0)
        let container = DependencyContainer()
        container.register(.singleton) { [unowned container, made] in
            guard made.next() == 1 else { throw Refused() }
            isInFactory.signal()
            while EngineState.summary.waiters == 0 { Thread.sleep(forTimeInterval: 0.001) }
            return Browser(server: (try? container.resolve()) ?? Server())
        }
        container.register(.singleton) { Server() }
            .resolvingProperties { $1.browser = try $0.resolve() as Browser }
        let threads = DispatchGroup()
        for isFirst in [true, false] {
            threads.enter()
            Thread.detachNewThread {
                if !isFirst { isInFactory.wait() }
                _ = try! container.resolve() as Browser
                threads.leave()
            }
        }

        try #require(threads.wait(timeout: .now() + 600) == .success)

        #expect(made.count == 2)
    }

    @Test func `D-28: go on with the first instance if the second one fails with its dependent`()
        throws
    {
        struct Refused: Error {}
        final class Link { var other: Link? }
        container.register(.singleton, tag: "failing") { Link() }
            .resolvingProperties { container, _ in
                _ = try container.resolve(tag: "between") as Link
                throw Refused()
            }
        container.register(.singleton, tag: "between") { [unowned container] in
            _ = try container.resolve(tag: "patient") as Link
            return Link()
        }
        .resolvingProperties { container, link in
            link.other = try container.resolve(tag: "failing")
        }
        container.register(.singleton, tag: "patient") { [unowned container, made] in
            _ = made.next()
            for tag in ["failing", "between"] { _ = try? container.resolve(tag: tag) as Link }
            return Link()
        }

        let patient: Link = try container.resolve(tag: "patient")

        #expect(made.count == 2)
        #expect(try container.resolve(tag: "patient") as Link === patient)
    }
}

/// Events in order.
private final class Log {
    private(set) var all: [String] = []
    func add(_ line: String) { all.append(line) }
}
