// SPDX-License-Identifier: MIT

import Configuration
import Mortise
import MortiseConfiguration
import MortiseGraph
import ObservedSupport
import Testing

private let secret = "swordfish-7381"

@Suite(.timeLimit(.minutes(1))) struct `Secrets of the configuration` {
    @Test func `no drawing of the graph has them, nor a description of the container`() throws {
        let app = container(["password": ConfigValue(.string(secret), isSecret: true)])
        try app.bootstrap()
        let user: User = try app.resolve()

        #expect(user.config.password == secret)
        let texts = [
            app.graph.text(), app.graph.json(), app.graph.dot(), app.graph.mermaid(),
            app.validate().description, app.description, "\(app.customMirror)",
            app.graph.nodes.map { "\($0)" }.joined(),
        ]
        for text in texts { #expect(!text.contains(secret)) }
    }

    @Test func `an error has none when the structure repeats what it read`() throws {
        let error = failure(["password": ConfigValue(.string(secret), isSecret: false), "limit": 1])

        #expect(error.contains("refused: the password <secret> is too weak"))
        #expect(!error.contains(secret))
    }

    @Test func `an error has none that a provider says is secret`() throws {
        let error = failure([
            "password": "weak", "token": ConfigValue(.string(secret), isSecret: true), "limit": 2,
        ])

        #expect(error.contains("the token <secret>"))
        #expect(!error.contains(secret))
    }

    @Test func `an error has none when a secret is no number`() throws {
        let app = Container {
            $0.configure(
                with: [EnvironmentVariablesProvider(environmentVariables: ["S_PIN": secret])]
            ) { $0.bind(Pinned.self, at: "s") }
        }

        let error = text { try app.bootstrap() }

        #expect(error.contains("s.pin  not readable (int)"))
        #expect(!error.contains(secret))
    }

    @Test func `an error has none that a provider complains about`() throws {
        let app = Container {
            $0.configure(with: [Chatty()]) { $0.bind(Pinned.self, at: "s") }
        }

        let error = text { try app.bootstrap() }

        #expect(error.contains("<secret> is no number"))
        #expect(!error.contains(secret))
    }

    @Test func `an error of another definition, its path and its hints have none`() throws {
        let app = container(["password": ConfigValue(.string(secret), isSecret: true)])
        app.register(.eagerSingleton) { (_: User, _: FeatureFlags) in Jammed() }

        let error = text { try app.bootstrap() }

        #expect(error.contains("missing-binding"))
        #expect(!error.contains(secret))
    }

    @Test func `no event of the container has them`() throws {
        let tally = Tally()
        let app = container(["password": ConfigValue(.string(secret), isSecret: false), "limit": 1])
        let token = app.observe { event in
            if "\(event)".contains(secret) { tally.next() }
            if case .failed(let error) = event.kind, "\(error)".contains(secret) { tally.next() }
        }
        defer { token.cancel() }

        #expect(throws: ResolutionError.self) { try app.bootstrap() }

        #expect(tally.count == 0)
    }

    @Test func `a failed reload has none`() async throws {
        let provider = MutableInMemoryProvider(initialValues: ["s.password": "weak"])
        let reports = Reports()
        let app = Container {
            $0.configure(with: [provider]) {
                $0.bindReloading(Secretive.self, at: "s") { reports.add($0) }
            }
        }
        try app.bootstrap()

        provider.setValue(1, forKey: "s.limit")
        provider.setValue(ConfigValue(.string(secret), isSecret: false), forKey: "s.password")
        await eventually { reports.tally.count > 0 }
        try await app.close()

        let texts = await reports.all.map { "\($0) \($0.failures)" }
        #expect(!texts.isEmpty)
        for text in texts { #expect(!text.contains(secret)) }
    }

    private func container(_ values: [AbsoluteConfigKey: ConfigValue]) -> Container {
        let all = values.map { ($0.prepending("s"), $1) }
        return Container {
            $0.configure(with: [InMemoryProvider(values: Dictionary(uniqueKeysWithValues: all))]) {
                $0.bind(Secretive.self, at: "s")
            }
            $0.register(.singleton) { User(config: $0) }
        }
    }

    private func failure(_ values: [AbsoluteConfigKey: ConfigValue]) -> String {
        text { try container(values).bootstrap() }
    }

    private func text(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            let known = ConfigurationError(in: error)
            return "\(error) \(known?.failures ?? []) \(String(reflecting: error))"
        }
    }
}

private struct User {
    let config: Secretive
}

private struct Jammed {}

/// Says too much.
private struct Secretive: ConfigBound {
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    let password: String

    init(from reader: ConfigReader) throws {
        password = try reader.requiredString(forKey: "password", isSecret: true)
        let token = reader.string(forKey: "token", default: "")
        switch reader.int(forKey: "limit", default: 0) {
        case 1: throw Refusal(description: "the password \(password) is too weak")
        case 2: throw Refusal(description: "the token \(token) is known")
        default: break
        }
    }
}

private struct Pinned: ConfigBound {
    let pin: Int

    init(from reader: ConfigReader) throws {
        pin = try reader.requiredInt(forKey: "pin", isSecret: true)
    }
}

/// A provider that puts values into its errors.
private struct Chatty: ConfigProvider, ConfigSnapshot {
    struct Complaint: Error, CustomStringConvertible {
        let description: String
    }

    let providerName = "Chatty"

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        guard type == .string else { throw Complaint(description: "\(secret) is no number") }
        return LookupResult(
            encodedKey: "\(key)",
            value: ConfigValue(.string(secret), isSecret: false)
        )
    }

    func fetchValue(
        forKey key: AbsoluteConfigKey,
        type: ConfigType
    ) async throws -> LookupResult { try value(forKey: key, type: type) }

    func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey,
        type: ConfigType,
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
        ) async throws -> Return
    ) async throws -> Return {
        try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
    }

    func snapshot() -> any ConfigSnapshot { self }

    func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
        ) async throws -> Return
    ) async throws -> Return {
        try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
    }
}
