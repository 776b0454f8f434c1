// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

/// What ran in one container says nothing about another.
@Suite struct `What was observed in another container` {
    private protocol Log: Sendable {}
    private struct Printer: Log {}
    private struct Spy: Log {}
    private struct Model {
        let log: (any Log)?
    }
    private struct Mode: Sendable, Hashable { let name: String }

    /// A kind of container that is made of another one and has a log of its own.
    enum Layer: CaseIterable {
        case overlay, child, scope, linked

        fileprivate func make(of app: Container) throws -> Container {
            switch self {
            case .overlay: return app.overriding { $0.register { Spy() as any Log } }
            case .child: return Container(parent: app) { $0.register { Spy() as any Log } }
            case .scope:
                return try app.openScope(.request) { $0.register { Spy() as any Log } }
            case .linked:
                let other = Container { $0.register { Spy() as any Log } }
                let child = Container(parent: other)
                other.link(with: app)
                return child
            }
        }
    }

    /// Ways to ask for an optional.
    enum Way: CaseIterable {
        case resolver, tag, joined, property, asynchronous

        fileprivate func register(in app: Container) {
            switch self {
            case .resolver: app.register { r in Model(log: try r.resolve((any Log)?.self)) }
            case .tag:
                app.register { r in
                    Model(log: try r.resolve((any Log)?.self, tag: nil as DefinitionTag?))
                }
            case .joined:
                app.register { [unowned app] in Model(log: try app.resolve((any Log)?.self)) }
            case .property:
                app.register { Keeper() }
                app.register { r in Model(log: try r.resolve(Keeper.self).log) }
            case .asynchronous:
                app.register { r async throws in
                    Model(log: try await r.resolve((any Log)?.self))
                }
            }
        }
    }

    private final class Keeper { @Injected var log: (any Log)? }

    @Test(arguments: Layer.allCases, Way.allCases)
    func `leaves an optional optional`(layer: Layer, way: Way) async throws {
        let app = Container(name: "app") { way.register(in: $0) }
        #expect(app.validate().isValid)

        let other = try layer.make(of: app)
        _ = try await other.async.resolve(Model.self)

        #expect(app.validate().errors == [])
        _ = try await app.async.resolve(Model.self)
        #expect(app.validate().errors == [])
        #expect(other.validate().errors == [])
    }

    @Test(arguments: [Layer.overlay, .child, .scope])
    func `does not keep what runs later from being seen`(layer: Layer) throws {
        struct Report: Sendable { let hasLog: Bool }
        let app = Container(name: "app") {
            $0.register { r in Report(hasLog: (try? r.resolve((any Log).self)) != nil) }
        }
        let other = try layer.make(of: app)
        for _ in 0..<3 { #expect(try other.resolve(Report.self).hasLog) }
        #expect(app.validate().isValid)

        for layer in [app.overriding { _ in }, Container(parent: app)] {
            #expect(try !layer.resolve(Report.self).hasLog)
            #expect(layer.validate().errors.map(\.code) == [.missingBinding])
        }
        #expect(app.validate().isValid)
        #expect(try !app.resolve(Report.self).hasLog)
        #expect(app.validate().errors.map(\.code) == [.missingBinding])
    }

    @Test func `leaves an optional optional where it is registered for a while`() throws {
        let app = Container { Way.resolver.register(in: $0) }
        let log = app.register { Spy() as any Log }
        _ = try app.resolve(Model.self)

        app.remove(log)

        #expect(app.validate().findings == [])
        let model = try #require(app.graph.nodes.first)
        #expect(model.dependencies.map(\.isOptional) == [true])
    }

    @Test func `is still a mistake if the optional takes arguments`() throws {
        let app = Container {
            $0.register { (_: inout Resolver, _: Int) in Spy() as any Log }
            Way.resolver.register(in: $0)
        }
        #expect(throws: ResolutionError.self) { try app.resolve(Model.self) }

        #expect(app.validate().errors.map(\.code) == [.argumentMismatch])
    }

    @Test(arguments: [EngineLifetime.unique, .singleton])
    func `does not carry over a tag that an overlay chose`(lifetime: EngineLifetime) throws {
        let app = Container(name: "app") {
            $0.register(tag: "production") { Printer() as any Log }
            $0.register { Mode(name: "production") }
            switch lifetime {
            case .unique:
                $0.register { r in
                    let mode: Mode = try r.resolve()
                    return Choice(log: try r.resolve((any Log).self, tag: mode.name))
                }
            case .singleton:
                $0.register(.singleton) { r in
                    let mode: Mode = try r.resolve()
                    return Choice(log: try r.resolve((any Log).self, tag: mode.name))
                }
            }
        }
        let test = app.overriding {
            $0.register { Mode(name: "test") }.replacing()
            $0.register(tag: "test") { Spy() as any Log }
        }
        _ = try test.resolve(Choice.self)
        let unseen = app.validate()

        #expect(unseen.errors == [])
        let notSeen = unseen.notVerified.map(\.fact)
        #expect(notSeen.count == 1 && notSeen[0].hasPrefix("1 of 3 factories not seen yet"))
        #expect(test.validate().errors == [])

        _ = try app.resolve(Choice.self)
        #expect(app.validate().findings == [])
        #expect(!app.graph.mermaid().contains("\"test\""))
        #expect(test.validate().errors == [])
    }

    enum EngineLifetime { case unique, singleton }

    private final class Choice: Sendable {
        let log: any Log
        init(log: any Log) { self.log = log }
    }

    @Test func `is told apart from what the container itself has seen`() throws {
        let app = Container(name: "app") {
            $0.register(.shared) { Spy() as any Log }
            $0.register(.singleton) { r in Choice(log: try r.resolve()) }
        }
        let test = app.overriding { $0.register(.singleton) { Printer() as any Log } }
        _ = try app.resolve(Choice.self)

        #expect(app.validate().warnings.map(\.code) == [.captiveDependency])
        #expect(test.validate().warnings == [])
        _ = try test.resolve(Choice.self)
        #expect(test.validate().warnings == [])
    }

    @Test func `is remembered for few containers, and for the own one always`() throws {
        let app = Container {
            $0.register { r in Choice(log: try r.resolve((any Log).self, tag: "none")) }
        }
        #expect(throws: ResolutionError.self) { try app.resolve(Choice.self) }
        for _ in 0..<20 {
            let child = Container(parent: app)
            #expect(throws: ResolutionError.self) { try child.resolve(Choice.self) }
            #expect(child.validate().errors.map(\.code) == [.missingBinding])
        }

        #expect(app.validate().errors.map(\.code) == [.missingBinding])
    }

    @Test func `says nothing about properties that were not filled here`() throws {
        final class Screen {
            @Injected var log: any Log
        }
        let app = Container { $0.register { Screen() } }
        let test = app.overriding { $0.register { Spy() as any Log } }
        #expect(app.validate().errors.map(\.code) == [.missingBinding])
        #expect(test.validate().errors == [])

        _ = try test.resolve(Screen.self)

        #expect(app.validate().errors.map(\.code) == [.missingBinding])
        #expect(test.validate().errors == [])
        #expect(Container(parent: app).validate().errors.map(\.code) == [.missingBinding])
    }

    @Test func `is drawn`() throws {
        let app = Container(name: "app") {
            $0.register { Printer() as any Log }
            $0.register { r in Choice(log: try r.resolve()) }
        }
        _ = try app.resolve(Choice.self)

        let child = Container(parent: app)

        #expect(child.graph.mermaid().contains("n1 --> n0"))
        _ = try child.resolve(Choice.self)
        #expect(child.graph.mermaid().components(separated: "n1 --> n0") == 1)
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(separated text: String) -> Int {
        indices.count { self[$0...].hasPrefix(text) }
    }
}
