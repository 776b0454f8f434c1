// SPDX-License-Identifier: MIT

import Configuration
import Mortise
import MortiseConfiguration
import MortiseGraph
import Testing

@Suite(.timeLimit(.minutes(1))) struct `What is wrong with the configuration` {
    @Test func `all keys of all structures are in one error, with who needs them`() {
        let app = galaxy([EnvironmentVariablesProvider(environmentVariables: [:])])

        let error = configurationError { try app.bootstrap() }

        #expect(
            error?.description == """
                [configuration-unreadable] 4 keys of 2 structures cannot be read
                  galaxy.db.path  missing (string)
                    called     GALAXY_DB_PATH  in EnvironmentVariablesProvider
                    read by    DatabaseConfig  Galaxy/Wiring.swift:2
                    needed by  Database  Galaxy/Wiring.swift:4
                  galaxy.db.password  missing (string)
                    called     GALAXY_DB_PASSWORD  in EnvironmentVariablesProvider
                    read by    DatabaseConfig  Galaxy/Wiring.swift:2
                    needed by  Database  Galaxy/Wiring.swift:4
                  galaxy.http.bind.host  missing (string)
                    called     GALAXY_HTTP_BIND_HOST  in EnvironmentVariablesProvider
                    read by    HTTPConfig  Galaxy/Wiring.swift:3
                    needed by  Server  Galaxy/Wiring.swift:5
                  galaxy.http.bind.port  missing (int)
                    called     GALAXY_HTTP_BIND_PORT  in EnvironmentVariablesProvider
                    read by    HTTPConfig  Galaxy/Wiring.swift:3
                    needed by  Server  Galaxy/Wiring.swift:5
                  hint: set each key in one of the providers, or give it a default where it is read
                """
        )
    }

    @Test func `bootstrap says for whom it is, and has the error inside`() throws {
        let app = galaxy([InMemoryProvider(values: [:])])

        do {
            try app.bootstrap()
            Issue.record("it succeeded")
        } catch {
            #expect(ConfigurationError.Code.unreadable ~= error)
            #expect(DiagnosticCode.factoryThrew ~= error)
            #expect("\(error)".contains("DatabaseConfig  Galaxy/Wiring.swift:2"))
            #expect("\(error)".contains("[configuration-unreadable] 4 keys"))
        }
    }

    @Test func `a value of another type is an error`() {
        var variables = environment
        variables["GALAXY_HTTP_BIND_PORT"] = "abc"
        let app = galaxy([EnvironmentVariablesProvider(environmentVariables: variables)])

        let error = configurationError { try app.bootstrap() }

        #expect(error?.failures.map(\.key) == ["galaxy.http.bind.port"])
        #expect(error?.failures.first?.reason.hasPrefix("not readable (int): ") == true)
    }

    @Test func `a value of another type is an error also where there is a default`() {
        var variables = environment
        variables["GALAXY_DB_POOL_SIZE"] = "many"
        let app = galaxy([EnvironmentVariablesProvider(environmentVariables: variables)])

        let error = configurationError { try app.bootstrap() }

        #expect(error?.failures.map(\.key) == ["galaxy.db.pool.size"])
    }

    @Test func `a value in memory of another type is an error`() {
        var values = complete
        values["galaxy.http.bind.port"] = "abc"
        let app = galaxy([InMemoryProvider(values: values)])

        let error = configurationError { try app.bootstrap() }

        #expect(error?.failures.map(\.key) == ["galaxy.http.bind.port"])
    }

    @Test func `a key may be tried as one type and then as another`() throws {
        let app = bound(Lenient.self, ["limit": "unlimited"])

        try app.bootstrap()

        #expect(try app.resolve(Lenient.self).limit == "unlimited")
    }

    @Test func `a structure that refuses what it read is an error at its key`() {
        let error = configurationError { try bound(Refusing.self, ["limit": 0]).bootstrap() }

        #expect(error?.failures.map(\.key) == ["structure"])
        #expect(error?.failures.map(\.reason) == ["refused: the limit is 0"])
    }

    @Test func `what a structure says of placeholders is not reported`() {
        let error = configurationError { try bound(Refusing.self, [:]).bootstrap() }

        #expect(error?.failures.map(\.key) == ["structure.limit"])
    }

    @Test func `a structure that refuses and has a bad default key has both errors`() {
        let values: [AbsoluteConfigKey: ConfigValue] = ["limit": 0, "name": 1]
        let error = configurationError { try bound(Refusing.self, values).bootstrap() }

        #expect(error?.failures.map(\.key) == ["structure"])
    }

    @Test func `all bindings of all calls are in the error`() {
        let app = galaxy([InMemoryProvider(values: complete)])
        app.configure(with: [InMemoryProvider(values: [:])]) {
            $0.bind(Lenient.self, at: "structure")
            $0.bindReloading(FeatureFlags.self, at: "galaxy.flags") { _ in }
        }

        let error = configurationError { try app.bootstrap() }

        #expect(error?.failures.map(\.key) == ["structure.limit", "galaxy.flags.limit"])
    }

    @Test func `a structure that was resolved without bootstrap has its failures first`() {
        let app = galaxy([InMemoryProvider(values: [:])])

        let error = configurationError { _ = try app.resolve(Server.self) }

        #expect(error?.failures.first?.key == "galaxy.http.bind.host")
        #expect(error?.failures.count == 4)
    }

    @Test func `a replaced binding is not read`() {
        let app = galaxy([InMemoryProvider(values: [:])])
        app.register(.singleton) { DatabaseConfig(path: ":memory:") }.replacing()

        let error = configurationError { try app.bootstrap() }

        #expect(error?.failures.map(\.key) == ["galaxy.http.bind.host", "galaxy.http.bind.port"])
    }

    @Test func `another failure of bootstrap is thrown as it is`() {
        let app = galaxy([InMemoryProvider(values: complete)])
        app.register(.eagerSingleton) { () throws -> Lenient in throw Jammed() }

        do {
            try app.bootstrap()
            Issue.record("it succeeded")
        } catch {
            #expect((error as? ResolutionError)?.underlying is Jammed)
            #expect(ConfigurationError(in: error) == nil)
        }
    }

    private let environment = [
        "GALAXY_DB_PATH": "galaxy.sqlite", "GALAXY_DB_PASSWORD": "hunter2",
        "GALAXY_HTTP_BIND_HOST": "localhost", "GALAXY_HTTP_BIND_PORT": "8080",
    ]
}

private struct Jammed: Error {}

private struct Lenient: ConfigBound {
    let limit: String

    init(from reader: ConfigReader) throws {
        if let number = reader.int(forKey: "limit") {
            limit = "\(number)"
        } else {
            limit = try reader.requiredString(forKey: "limit")
        }
    }
}

private struct Refusing: ConfigBound {
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    init(from reader: ConfigReader) throws {
        let limit = try reader.requiredInt(forKey: "limit")
        guard limit > 1 else { throw Refusal(description: "the limit is \(limit)") }
        _ = try reader.requiredString(forKey: "name")
    }
}

/// Binds one structure to the key `structure`.
private func bound<Value: ConfigBound>(
    _ type: Value.Type,
    _ values: [AbsoluteConfigKey: ConfigValue]
) -> Container {
    let all = values.map { ($0.prepending("structure"), $1) }
    return Container {
        $0.configure(with: [InMemoryProvider(values: Dictionary(uniqueKeysWithValues: all))]) {
            $0.bind(type, at: "structure")
        }
    }
}
