// SPDX-License-Identifier: MIT

import Mortise
import Testing

private protocol Service: AnyObject, Sendable { var name: String { get } }

private final class Live: Service { let name = "live" }

private final class Wrapper: Service {
    let inner: any Service
    var name: String { "wrapped \(inner.name)" }
    init(_ inner: any Service) { self.inner = inner }
}

private struct Setting: Sendable { let name: String }

/// What one resolve got before and after a change.
private struct Views<Value: Sendable>: Sendable {
    let before: Value
    let after: Value
}

private struct Lists: Sendable {
    let before: [String]
    let after: [String]
}

extension Container {
    /// Resolves something twice in one resolve, and changes something in between.
    fileprivate func views<Value: Sendable>(
        changing change: @escaping @Sendable () -> Void,
        _ look: @escaping @Sendable (inout Resolver) throws -> Value
    ) throws -> Views<Value> {
        register { (resolver: inout Resolver) throws -> Views<Value> in
            let before = try look(&resolver)
            change()
            return Views(before: before, after: try look(&resolver))
        }
        return try resolve()
    }
}

/// The containers to ask: the one that is changed, and a child of it.
private func places(_ setUp: (Container) -> Void) -> [(app: Container, asked: Container)] {
    [false, true].map { isChild in
        let app = Container(name: "app")
        setUp(app)
        return (app, isChild ? Container(name: "child", parent: app) : app)
    }
}

@Suite struct `One resolve` {
    @Test func `gets one instance of a singleton that is replaced meanwhile`() throws {
        for (app, asked) in places({ $0.register(.singleton) { Live() as any Service } }) {
            let views = try asked.views {
                app.register(.singleton) { Live() as any Service }.replacing()
            } _: {
                try $0.resolve((any Service).self)
            }
            #expect(views.before === views.after)
            #expect(try app.resolve((any Service).self) !== views.before)
        }
    }

    @Test func `gets one instance of a singleton that is removed meanwhile`() throws {
        for (app, asked) in places({ _ in }) {
            let definition = app.register(.singleton) { Live() as any Service }
            let views = try asked.views {
                app.remove(definition)
            } _: {
                try $0.resolve((any Service).self)
            }
            #expect(views.before === views.after)
            #expect(throws: ResolutionError.self) { try asked.resolve((any Service).self) }
        }
    }

    @Test func `gets one wrapper if the decorator is removed meanwhile`() throws {
        for (app, asked) in places({ $0.register(.singleton) { Live() as any Service } }) {
            let decoration = app.decorate((any Service).self) { original, _ in Wrapper(original) }
            let views = try asked.views {
                app.remove(decoration)
            } _: {
                try $0.resolve((any Service).self)
            }
            #expect(views.before === views.after)
            #expect(try asked.resolve((any Service).self).name == "live")
        }
    }

    @Test(arguments: [true, false], [1, 2])
    func `gets one wrapper if what it wraps is replaced or removed meanwhile`(
        isChild: Bool,
        decorators: Int
    ) throws {
        for isReplaced in [true, false] {
            let app = Container(name: "app")
            let definition = app.register(.singleton) { Live() as any Service }
            let asked = isChild ? Container(name: "child", parent: app) : app
            for _ in 0..<decorators {
                asked.decorate((any Service).self) { original, _ in Wrapper(original) }
            }
            let views = try asked.views {
                if isReplaced {
                    app.register(.singleton) { Live() as any Service }.replacing()
                } else {
                    app.remove(definition)
                }
            } _: {
                try $0.resolve((any Service).self)
            }
            #expect(views.before === views.after)
            guard isReplaced else { continue }
            #expect(try asked.resolve((any Service).self) !== views.before)
        }
    }

    @Test func `gets one wrapper in a child if an inner decorator is removed meanwhile`() throws {
        let app = Container(name: "app") { $0.register(.singleton) { Live() as any Service } }
        let child = Container(name: "child", parent: app)
        let decoration = app.decorate((any Service).self) { original, _ in Wrapper(original) }
        child.decorate((any Service).self) { original, _ in Wrapper(original) }
        let views = try child.views {
            app.remove(decoration)
        } _: {
            try $0.resolve((any Service).self)
        }
        #expect(views.before === views.after)
        #expect(try child.resolve((any Service).self).name == "wrapped live")
    }

    @Test func `gets one instance that another resolve has made of what is replaced meanwhile`()
        async throws
    {
        try await race(rounds: Rounds.many, threads: 4) { _ in
            Container {
                $0.register(.singleton) { Live() as any Service }
                $0.register { Views<any Service>(before: $0, after: $1) }
            }
        } run: { app, thread, _ in
            for _ in 0..<20 {
                if thread == 0 {
                    app.register(.singleton) { Live() as any Service }.replacing()
                } else {
                    let views: Views<any Service> = try app.resolve()
                    #expect(views.before === views.after)
                }
            }
        } check: { _, outcomes in
            for outcome in outcomes { try outcome.get() }
        }
    }

    @Test func `gets one list, whatever contributes meanwhile`() throws {
        for (app, asked) in places({ $0.register { Setting(name: "1") }.contributing() }) {
            for isChanged in [app, asked] {
                let views = try asked.views {
                    isChanged.register { Setting(name: "2") }.contributing()
                } _: { resolver in
                    let list: [Setting] = try resolver.resolve()
                    return try (list + resolver.resolveAll(Setting.self)).map(\.name)
                }
                #expect(views.before == views.after)
            }
        }
    }

    @Test func `does not see what a child gets meanwhile, unless nothing else answers`() throws {
        let app = Container { $0.register { Setting(name: "old") } }
        let child = Container(parent: app)
        let views = try child.views {
            child.register { Setting(name: "new") }.replacing()
            child.register { 7 }
        } _: {
            try $0.resolve(Setting.self).name
        }
        #expect(views.before == "old" && views.after == "old")
        #expect(try child.resolve(Setting.self).name == "new")
        #expect(try child.resolve(Int.self) == 7)
    }

    @Test func `gets one list in an asynchronous factory, over suspensions`() async throws {
        let app = Container { $0.register { Setting(name: "1") }.contributing() }
        app.register { (resolver: inout AsyncResolver) async throws -> Lists in
            let before: [Setting] = try await resolver.resolve()
            app.register { Setting(name: "2") }.contributing()
            await Task.yield()
            let after: [Setting] = try await resolver.resolve()
            return Lists(before: before.map(\.name), after: after.map(\.name))
        }
        let views: Lists = try await app.async.resolve()
        #expect(views.before == ["1"] && views.after == ["1"])
        #expect(try app.resolve([Setting].self).count == 2)
        // The factory captures the container.
        app.reset()
    }
}
