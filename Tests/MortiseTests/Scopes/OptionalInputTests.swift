// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol Analytics: AnyObject {}
private final class Tracker: Analytics, Sendable {}
private struct Motor: Sendable {}

/// Not `Sendable`, as most parameters in applications.
private struct Car {
    let engine: Motor
    let analytics: (any Analytics)?
}

private struct SharedCar: Sendable {
    let log: Tracker?
}

@MainActor private final class Screen {
    let log: Tracker?
    init(log: Tracker?) { self.log = log }
}

private struct ShopOfCars: Module {
    func register(in container: Container) {
        container.expects(Tracker?.self)
        container.register(autowiring: SharedCar.init)
    }
}

private struct CarGarage: DefinitionModule {
    let log = ModuleDefinition.declaring { $0.expects(Tracker?.self) }
    let car = ModuleDefinition { try SharedCar(log: $0.resolve()) }
}

private func optionalEdges(_ container: Container) -> [Bool] {
    let json = container.graph.json()
    return json.split(separator: "\n").filter { $0.contains("\"isOptional\"") }
        .map { $0.contains("true") }
}

@Suite struct `A parameter that may be missing` {
    @Test func `is nil where nothing provides it, once that is declared`() throws {
        let app = Container {
            $0.expects((any Analytics)?.self)
            $0.register { Motor() }
            $0.register(autowiring: Car.init)
            $0.register(tag: "closure") { Car(engine: $0, analytics: $1) }
            $0.register(tag: "resolver") { resolver in
                Car(engine: try resolver.resolve(), analytics: try resolver.resolve())
            }
        }
        #expect(app.validate().findings.filter { $0.severity != .note } == [])
        #expect(try app.resolve(Car.self).analytics == nil)
        #expect(try app.resolve(Car.self, tag: "closure").analytics == nil)
        #expect(try app.resolve(Car.self, tag: "resolver").analytics == nil)
        #expect(app.validate().findings == [])
    }

    @Test(arguments: [false, true])
    func `is what the container provides, whatever is written first`(isDeclaredFirst: Bool) throws {
        let log = Tracker()
        let app = Container { app in
            if isDeclaredFirst { app.expects((any Analytics)?.self) }
            app.register { log as any Analytics }
            if !isDeclaredFirst { app.expects((any Analytics)?.self) }
            app.register { Motor() }
            app.register(autowiring: Car.init)
        }
        #expect(try app.resolve(Car.self).analytics === log)
        #expect(try app.resolve((any Analytics).self) === log)
        #expect(app.validate().findings == [])
        // One by one, in a container that is in use.
        let live = Container()
        live.register(autowiring: Car.init)
        live.register { Motor() }
        if isDeclaredFirst { live.expects((any Analytics)?.self) }
        live.register { log as any Analytics }
        if !isDeclaredFirst { live.expects((any Analytics)?.self) }
        #expect(try live.resolve(Car.self).analytics === log)
        #expect(live.validate().findings == [])
    }

    @Test func `stays an error where that is not declared, with a hint that names the word`() throws
    {
        let app = Container {
            $0.register { Motor() }
            $0.register(autowiring: Car.init)
        }
        let error = try #require(throws: ResolutionError.self) { try app.resolve(Car.self) }
        #expect(error.code == .missingBinding)
        #expect(error.description.contains("expects((any Analytics)?.self)"))
        #expect(
            app.validate().errors.first?.hint?.contains("expects((any Analytics)?.self)") == true
        )
    }

    @Test func `is an optional edge of the graph, whether it is there or not`() throws {
        let app = Container {
            $0.expects(Tracker?.self)
            $0.register(autowiring: SharedCar.init)
        }
        #expect(optionalEdges(app) == [true])
        app.register { Tracker() }
        #expect(optionalEdges(app) == [true])
        #expect(optionalEdges(Container(parent: app) { $0.register { Tracker() } }) == [true])

        let seen = Container {
            $0.expects(Tracker?.self)
            $0.register { resolver in SharedCar(log: try resolver.resolve()) }
        }
        _ = try seen.overriding { $0.register { Tracker() } }.resolve(SharedCar.self)
        #expect(optionalEdges(seen) == [true])
        _ = try seen.resolve(SharedCar.self)
        #expect(optionalEdges(seen) == [true])
        #expect(seen.validate().findings == [])
    }

    @Test func `is found in children, overlays, scopes and parents`() throws {
        let app = Container {
            $0.expects(Tracker?.self)
            $0.register(autowiring: SharedCar.init)
            $0.register(.scoped("request"), tag: "kept") { SharedCar(log: $0) }
        }
        let log = Tracker()
        let child = Container(parent: app) { $0.register { log } }
        let overlay = app.overriding { $0.register { log } }
        let provided = Container(parent: app) { $0.provide(log) }
        let scope = try app.openScope("request") { $0.provide(log) }
        for container in [child, overlay, provided, scope] {
            #expect(try container.resolve(SharedCar.self).log === log)
            #expect(container.validate().findings == [])
        }
        #expect(try scope.resolve(SharedCar.self, tag: "kept").log === log)
        #expect(try app.openScope("request").resolve(SharedCar.self, tag: "kept").log == nil)
        #expect(try app.resolve(SharedCar.self).log == nil)

        // A declaration nearer than the definition hides nothing.
        let parent = Container { $0.register { log } }
        let feature = Container(parent: parent) {
            $0.expects(Tracker?.self)
            $0.register(autowiring: SharedCar.init)
        }
        #expect(try feature.resolve(SharedCar.self).log === log)
        #expect(feature.validate().findings == [])
    }

    @Test func `is nil in a singleton of a container that has nothing`() throws {
        let app = Container {
            $0.expects(Tracker?.self)
            $0.register(.singleton) { SharedCar(log: $0) }
        }
        let child = Container(parent: app) { $0.provide(Tracker()) }
        #expect(app.validate().findings == [])
        #expect(try child.resolve(SharedCar.self).log == nil)
    }

    @Test func `is declared in modules, and undeclared with them`() throws {
        let shop = Container(modules: ShopOfCars())
        #expect(try shop.resolve(SharedCar.self).log == nil)
        #expect(shop.validate().findings == [])

        let log = Tracker()
        let garage = Container { $0.register { log } }
        garage.install(CarGarage())
        #expect(try garage.resolve(SharedCar.self).log === log)
        garage.uninstall(CarGarage())
        #expect(try garage.resolve(Tracker.self) === log)

        let alone = Container(modules: CarGarage())
        #expect(try alone.resolve(SharedCar.self).log == nil)
        _ = alone.graph
        #expect(alone.validate().findings == [])
    }

    @Test func `is nil in the asynchronous lane, too`() async throws {
        let app = Container {
            $0.expects(Tracker?.self)
            $0.async.register(
                .singleton,
                autowiring: { (log: Tracker?) async in SharedCar(log: log) }
            )
            $0.register(tag: "resolver") { resolver async throws in
                SharedCar(log: try await resolver.resolve())
            }
        }
        #expect(try await app.async.resolve(SharedCar.self).log == nil)
        #expect(try await app.async.resolve(SharedCar.self, tag: "resolver").log == nil)
        #expect(app.validate().findings == [])

        // What provides it may itself be asynchronous.
        let log = Tracker()
        let overlay = app.overriding { $0.async.register(.singleton) { log } }
        #expect(try await overlay.async.resolve(SharedCar.self).log === log)
        #expect(try await overlay.async.resolve(SharedCar.self, tag: "resolver").log === log)
        #expect(app.validate().findings == [])
    }

    @MainActor @Test func `is nil on the main actor, too`() throws {
        let app = Container()
        app.expects(Tracker?.self)
        app.main.register(autowiring: Screen.init)
        #expect(try app.main.resolve(Screen.self).log == nil)
        #expect(app.validate().findings == [])
        let log = Tracker()
        app.main.register(.singleton) { log }
        #expect(try app.main.resolve(Screen.self).log === log)
        #expect(app.validate().findings == [])
    }

    @Test func `is told apart by its tag`() throws {
        let log = Tracker()
        let app = Container {
            $0.expects(Tracker?.self, tag: "remote")
            $0.register { log }
            $0.register { resolver in SharedCar(log: try resolver.resolve(tag: "remote")) }
        }
        #expect(try app.resolve(SharedCar.self).log == nil)
        app.register(tag: "remote") { log }
        #expect(try app.resolve(SharedCar.self).log === log)
    }

    @Test func `that a scope brings is never there for a singleton, which is a warning`() throws {
        final class Visitor: Sendable {}
        final class Host: Sendable {
            let visitor: Visitor?
            init(_ visitor: Visitor?) { self.visitor = visitor }
        }
        let app = Container {
            $0.expects(Visitor?.self, in: .request)
            $0.register(.singleton) { Host($0) }
        }
        let request = try app.openScope(.request) { $0.provide(Visitor()) }

        #expect(try request.resolve(Host.self).visitor == nil)
        #expect(app.validate().errors == [])
        #expect(app.validate().warnings.map(\.code) == [.captiveDependency])
    }
}
