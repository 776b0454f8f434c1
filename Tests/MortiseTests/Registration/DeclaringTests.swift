// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private struct User: Sendable, Equatable {
    let name: String
    init(_ name: String = "Ada") { self.name = name }
}

private protocol Plugin: Sendable {
    var name: String { get }
}

private struct Named: Plugin {
    let name: String
    init(_ name: String) { self.name = name }
}

private struct Desk: Sendable {
    let user: User
    init(user: User) { self.user = user }
}

/// One of the words that declare something, and what it changes.
private enum Word: CaseIterable {
    case expects, collection, anyTag

    /// Says it to a container.
    func say(to container: Container) {
        switch self {
        case .expects: container.expects(User.self, in: "login")
        case .collection: container.declaresCollection(of: (any Plugin).self)
        case .anyTag: container.register { 7 }.forAnyTag()
        }
    }

    /// Whether it was said to a container.
    func isSaid(to container: Container) -> Bool {
        switch self {
        case .expects: (try? container.openScope("login")) == nil
        case .collection: (try? container.resolve([any Plugin].self)) != nil
        case .anyTag: (try? container.resolve(Int.self, tag: "any")) == 7
        }
    }
}

private struct Saying: Module, Hashable {
    let word: Word
    func register(in container: Container) { word.say(to: container) }
}

private struct Stored: DefinitionModule {
    let user = ModuleDefinition.declaring { $0.expects(User.self, in: "login") }
    let plugins = ModuleDefinition.declaring { $0.declaresCollection(of: (any Plugin).self) }
    let number = ModuleDefinition { 7 }.forAnyTag()
}

/// An assembly that declares what its members need.
private struct Screens: Assembly {
    let container: Container

    var user: User { get throws { try container.resolve() } }
    var plugins: [any Plugin] { get throws { try container.resolve() } }
    var desk: Desk { get throws { try define(.scoped("login")) { try Desk(user: user) } } }
    var names: [String] {
        get throws { try define { try plugins.map(\.name) } }
    }
    var number: Int { define { 7 } }
    var plugin: any Plugin { define(.singleton) { Named("member") as any Plugin } }

    static var exports: [Export<Self>] {
        [
            .declaring {
                $0.expects(User.self, in: "login")
                $0.declaresCollection(of: (any Plugin).self)
            },
            Export { try $0.desk }, Export { $0.number }.forAnyTag(),
        ]
    }
}

private struct Contributing: Assembly {
    let container: Container
    var plugin: any Plugin { define(.singleton) { Named("member") as any Plugin } }
    static var exports: [Export<Self>] { [Export { $0.plugin }.contributing()] }
}

@Suite struct `What is declared` {
    private static func text(_ bytes: [UInt8]?) -> String {
        String(decoding: bytes ?? [], as: UTF8.self)
    }

    // MARK: Modules

    @Test(arguments: Word.allCases)
    fileprivate func `is declared by a module, until it is uninstalled`(word: Word) {
        let container = Container(modules: Saying(word: word))
        #expect(word.isSaid(to: container))
        container.install(Saying(word: word))
        #expect(container.validate().findings == [])

        container.uninstall(Saying(word: word))
        #expect(!word.isSaid(to: container))
    }

    @Test(arguments: Word.allCases)
    fileprivate func `is declared by a module of stored definitions`(word: Word) {
        let container = Container(modules: Stored())
        #expect(word.isSaid(to: container))
        container.uninstall(Stored())
        #expect(!word.isSaid(to: container))
    }

    @Test func `may be repeated by several modules, but for a definition`() throws {
        let container = Container(
            modules: Stored(),
            Saying(word: .expects),
            Saying(word: .collection)
        )
        #expect(container.validate().findings == [])
        container.uninstall(Stored())
        #expect(Word.expects.isSaid(to: container) && Word.collection.isSaid(to: container))
    }

    @Test func `replaces and contributes in a module of stored definitions`() throws {
        struct Plugins: DefinitionModule {
            let first = ModuleDefinition { Named("first") as any Plugin }.contributing()
            let second = ModuleDefinition { Named("second") as any Plugin }.contributing()
            let number = ModuleDefinition { 2 }.replacing()
        }
        let container = Container {
            $0.register { 1 }
            $0.install(Plugins())
        }
        #expect(try container.resolve([any Plugin].self).map(\.name) == ["first", "second"])
        #expect(try container.resolve(Int.self) == 2)
        #expect(container.validate().findings == [])
    }

    // MARK: Installing

    @Test(arguments: Word.allCases)
    fileprivate func `is published with the install, or not at all`(word: Word) {
        struct Refusal: Error {}
        let container = Container()
        try? container.install {
            word.say(to: $0)
            throw Refusal()
        }
        #expect(!word.isSaid(to: container))

        container.install {
            word.say(to: $0)
            #expect(!word.isSaid(to: $0))
        }
        #expect(word.isSaid(to: container))
    }

    @Test(arguments: Word.allCases)
    fileprivate func `goes with a reset inside an install`(word: Word) {
        let container = Container(modules: Saying(word: word))
        container.install { $0.reset() }
        #expect(!word.isSaid(to: container))
    }

    // MARK: Lanes

    @Test func `is declared once for all lanes`() async throws {
        let container = Container()
        container.expects(User.self, in: "login")
        container.declaresCollection(of: (any Plugin).self)
        container.async.register { (plugins: [any Plugin]) async in plugins.count }.forAnyTag()
        container.main.register { "main" }.forAnyTag()

        #expect(Word.expects.isSaid(to: container) && Word.collection.isSaid(to: container))
        #expect(try await container.async.resolve(Int.self, tag: "any") == 0)
        let scope = try container.openScope("login") { $0.provide(User()) }
        #expect(try await scope.async.resolve(User.self) == User())
        #expect(try await scope.main.resolve(User.self) == User())
        #expect(try await container.main.resolve(String.self, tag: "any") == "main")
    }

    // MARK: Assemblies

    @Test func `is an input that a member of an assembly gets`() throws {
        let app = Container { $0.export(Screens.init) }
        expectRefusal(.missingInput) { try app.openScope("login") }
        #expect(throws: (any Error).self) { try Screens(container: app).desk }

        let login = try app.openScope("login") { $0.provide(User("Eve")) }
        #expect(try Screens(container: login).desk.user == User("Eve"))
        #expect(try login.resolve(Desk.self).user == User("Eve"))
        for container in [app, login] { #expect(container.validate().errors == []) }
    }

    @Test func `is a collection that a member of an assembly gets`() throws {
        let app = Container { $0.export(Screens.init) }
        #expect(try Screens(container: app).names == [])

        app.export(Contributing.init)
        app.register { Named("other") as any Plugin }.contributing()

        #expect(try Screens(container: app).names == ["member", "other"])
        #expect(app.validate().errors == [])
    }

    @Test func `is an export for any tag`() throws {
        let app = Container { $0.export(Screens.init) }

        #expect(try app.resolve(Int.self, tag: "unknown") == 7)
        #expect(try app.resolve(Int.self) == 7)
    }

    // MARK: One statement

    @Test func `is one definition, whatever the order of its modifiers`() throws {
        let made = Tally()
        for isFirst in [true, false] {
            let container = Container()
            let definition = container.register(.singleton) { made.next() }
            if isFirst { definition.forAnyTag() }
            definition.implements((any CustomStringConvertible).self) { $0 }.contributing()
            if !isFirst { definition.forAnyTag() }

            let number = try container.resolve(Int.self, tag: "one")
            let text = try container.resolve((any CustomStringConvertible).self, tag: "other")
            #expect(text.description == "\(number)")
            #expect(try container.resolve([any CustomStringConvertible].self).count == 1)
            #expect(container.graph.nodes.filter(\.answersAnyTag).count == 2)
            #expect(container.validate().findings == [])
        }
        #expect(made.count == 2)
    }

    // MARK: Frozen containers

    @Test func `is too late once the container was bootstrapped`() async throws {
        let input = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Container(name: "app")
            try container.bootstrap()
            container.expects(User.self, in: "login", file: "App/Late.swift", line: 7)
        }
        let inputText = Self.text(input?.standardErrorContent)
        #expect(
            inputText.contains(
                "too late to expect User at App/Late.swift:7. Do it before bootstrap()"
            )
        )
        let collection = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let container = Container(name: "app")
            try container.bootstrap()
            container.declaresCollection(of: Int.self, file: "App/Late.swift", line: 7)
        }
        let collectionText = Self.text(collection?.standardErrorContent)
        #expect(
            collectionText.contains("too late to declare [Int] at App/Late.swift:7.")
        )
        let anyTag = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let container = Container(name: "app")
            let definition = container.register(file: "App/Wiring.swift", line: 3) { 1 }
            try container.bootstrap()
            definition.forAnyTag()
        }
        let anyTagText = Self.text(anyTag?.standardErrorContent)
        #expect(
            anyTagText.contains(
                "too late to change Int at App/Wiring.swift:3 with .forAnyTag(). Do it"
            )
        )
    }

    @Test func `is too late to provide in a container that was bootstrapped`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let child = Container(parent: Container { $0.expects(User.self) })
            try child.bootstrap()
            child.provide(User(), file: "App/Late.swift", line: 7)
        }
        let resultText = Self.text(result?.standardErrorContent)
        #expect(
            resultText.contains("too late to provide User at App/Late.swift:7.")
        )
    }

    @Test func `is too late for a module, an install, an assembly and each lane, too`() async {
        await #expect(processExitsWith: .failure) {
            let container = Container()
            try container.bootstrap()
            container.install(Stored())
        }
        await #expect(processExitsWith: .failure) {
            let container = Container()
            try container.bootstrap()
            container.install { $0.expects(User.self) }
        }
        await #expect(processExitsWith: .failure) {
            let container = Container()
            try container.bootstrap()
            container.export(Screens.init)
        }
        await #expect(processExitsWith: .failure) {
            let container = Container()
            try container.bootstrap()
            container.expects(User.self)
        }
        await #expect(processExitsWith: .failure) {
            let container = Container()
            try container.bootstrap()
            container.declaresCollection(of: Int.self)
        }
    }

    @Test func `is brought to the scope of a container that was bootstrapped`() throws {
        let app = Container { $0.expects(User.self, in: "login") }
        try app.bootstrap()

        let login = try app.openScope("login") { $0.provide(User()) }

        #expect(try login.resolve(User.self) == User())
        #expect(try app.overriding { $0.provide(User("Eve")) }.resolve(User.self).name == "Eve")
    }
}
