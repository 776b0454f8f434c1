// SPDX-License-Identifier: MIT

import Configuration
import Mortise
import MortiseConfiguration
import MortiseGraph
import ObservedSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Binding structures to keys` {
    @Test func `a structure is read at bootstrap, below its key`() throws {
        let app = galaxy([InMemoryProvider(values: complete)])

        try app.bootstrap()

        let server: Server = try app.resolve()
        #expect(server.config.port == 8080)
        #expect(server.config.host == "localhost")
        #expect(server.database.config.path == "galaxy.sqlite")
        #expect(server.database.config.pool == 8)
        #expect(server.database.config.password == "hunter2")
    }

    @Test func `a default is for what is missing`() throws {
        var values = complete
        values["galaxy.db.pool.size"] = nil
        let app = galaxy([InMemoryProvider(values: values)])

        try app.bootstrap()

        #expect(try app.resolve(DatabaseConfig.self).pool == 4)
    }

    @Test func `the first provider that has a value wins`() throws {
        let app = galaxy([
            EnvironmentVariablesProvider(environmentVariables: ["GALAXY_DB_PATH": "/data/own"]),
            InMemoryProvider(values: complete),
        ])

        #expect(try app.resolve(DatabaseConfig.self).path == "/data/own")
    }

    @Test func `an overlay replaces a structure for all that need it, and nothing is read`() throws
    {
        let app = galaxy([InMemoryProvider(values: [:])])
        let test = app.overriding {
            $0.register(.singleton) { DatabaseConfig(path: ":memory:") }.replacing()
        }

        #expect(try test.resolve(Database.self).config.path == ":memory:")
        #expect(throws: ResolutionError.self) { try app.resolve(Database.self) }
    }

    @Test func `what an earlier eager singleton needs is read for it, with all failures`() throws {
        let app = Container {
            $0.register(.eagerSingleton) { Database($0) }
            $0.configure(with: [InMemoryProvider(values: [:])]) {
                $0.bind(HTTPConfig.self, at: "galaxy.http")
                $0.bind(DatabaseConfig.self, at: "galaxy.db")
            }
        }

        let error = configurationError { try app.bootstrap() }

        #expect(
            error?.failures.map(\.key) == [
                "galaxy.db.path", "galaxy.db.password", "galaxy.http.bind.host",
                "galaxy.http.bind.port",
            ]
        )
    }

    @Test func `one structure is bound to two keys under tags`() throws {
        var values = complete
        values["galaxy.archive.path"] = "archive.sqlite"
        values["galaxy.archive.password"] = "x"
        let app = Container {
            $0.configure(with: [InMemoryProvider(values: values)]) {
                $0.bind(DatabaseConfig.self, at: "galaxy.db")
                $0.bind(DatabaseConfig.self, at: "galaxy.archive", tag: "archive")
            }
        }

        try app.bootstrap()

        #expect(try app.resolve(DatabaseConfig.self).path == "galaxy.sqlite")
        #expect(try app.resolve(DatabaseConfig.self, tag: "archive").path == "archive.sqlite")
    }

    @Test func `a module binds structures`() throws {
        let app = Container(modules: Stored(values: complete))

        try app.bootstrap()

        #expect(try app.resolve(Database.self).config.path == "galaxy.sqlite")
    }

    @Test func `uninstalling a module takes its failures away`() throws {
        let stored = Stored(values: [:])
        let app = Container(modules: stored)
        app.configure(with: [InMemoryProvider(values: [:])]) {
            $0.bind(HTTPConfig.self, at: "galaxy.http")
        }
        app.uninstall(stored)

        let error = configurationError { try app.bootstrap() }

        #expect(error?.failures.map(\.key) == ["galaxy.http.bind.host", "galaxy.http.bind.port"])
    }

    @Test func `bootstrap can be called again when the configuration is complete`() throws {
        let provider = MutableInMemoryProvider(initialValues: [:])
        let app = galaxy([provider])
        #expect(throws: ResolutionError.self) { try app.bootstrap() }

        for (key, value) in complete { provider.setValue(value, forKey: key) }
        try app.bootstrap()

        #expect(try app.resolve(HTTPConfig.self).port == 8080)
    }

    @Test func `validate finds nothing wrong with bindings, and what is not bound`() throws {
        let app = galaxy([InMemoryProvider(values: complete)])
        #expect(app.validate().findings.isEmpty)

        app.register(autowiring: Jam.init)

        #expect(app.validate().errors.map(\.code) == [.missingBinding])
    }

    @Test func `the graph knows who needs a structure`() throws {
        let app = galaxy([InMemoryProvider(values: complete)])

        let node = app.graph.nodes.first { $0.key.description.hasPrefix("Database (") }

        #expect(node?.dependencies.map(\.key.description) == ["DatabaseConfig"])
    }

    @Test func `a reporter gets each look-up once`() throws {
        let reporter = Counting()
        let app = Container {
            $0.configure(with: [InMemoryProvider(values: [:])], reporter: reporter) {
                $0.bind(DatabaseConfig.self, at: "galaxy.db")
            }
        }

        #expect(throws: ResolutionError.self) { try app.bootstrap() }

        #expect(reporter.tally.count == 1)
    }
}

private struct Jam {
    let flags: FeatureFlags
}
