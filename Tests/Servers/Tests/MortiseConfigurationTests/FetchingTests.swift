// SPDX-License-Identifier: MIT

import Configuration
import Mortise
import MortiseConfiguration
import MortiseGraph
import ObservedSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Fetching the configuration` {
    private func app(_ provider: Vault) -> Container {
        Container {
            $0.configure(fetchingFrom: [provider]) {
                $0.bind(DatabaseConfig.self, at: "galaxy.db")
                $0.bindReloading(FeatureFlags.self, at: "galaxy.flags") { _ in }
            }
            $0.register(.singleton) { Database($0) }
        }
    }

    private var vault: [AbsoluteConfigKey: ConfigValue] {
        complete.merging(["galaxy.flags.limit": 1]) { $1 }
    }

    @Test func `each key is asked for once, and the rest is synchronous`() async throws {
        let provider = Vault(vault)
        let app = app(provider)

        try await app.async.bootstrap()

        #expect(try app.resolve(Database.self).config.path == "galaxy.sqlite")
        #expect(try app.resolve(FeatureFlags.self).limit == 1)
        #expect(provider.asked.count >= 5)
        try await app.close()
    }

    @Test func `all failures are in the error, also those of what is not fetched`() async throws {
        let app = app(Vault([:]))
        app.configure(with: [InMemoryProvider(values: [:])]) {
            $0.bind(HTTPConfig.self, at: "galaxy.http")
        }

        let error = await configurationError { try await app.async.bootstrap() }

        #expect(
            error?.failures.map(\.key) == [
                "galaxy.db.path", "galaxy.db.password", "galaxy.flags.limit",
                "galaxy.http.bind.host", "galaxy.http.bind.port",
            ]
        )
        try await app.close()
    }

    @Test func `a provider that cannot be reached is an error of each key`() async throws {
        let app = app(Vault([:], isSealed: true))

        let error = await configurationError { try await app.async.bootstrap() }

        #expect(error?.failures.first?.reason == "not readable (string): Vault: it is sealed")
        try await app.close()
    }

    @Test func `a reload fetches again`() async throws {
        let provider = Vault(vault)
        let app = app(provider)
        try await app.async.bootstrap()
        var values = app.values(of: FeatureFlags.self).makeAsyncIterator()
        #expect(try await values.next()?.limit == 1)

        provider.values.setValue(2, forKey: "galaxy.flags.limit")

        #expect(try await values.next()?.limit == 2)
        #expect(try app.resolve(FeatureFlags.self).limit == 2)
        try await app.close()
    }

    @Test func `closing during a reload cancels the fetch`() async throws {
        let provider = Vault(vault)
        let app = app(provider)
        try await app.async.bootstrap()

        provider.isSlow.next()
        let before = provider.asked.count
        provider.values.setValue(2, forKey: "galaxy.flags.limit")
        await eventually { provider.asked.count > before }
        try await app.close()

        #expect(provider.cancelled.count == 1)
    }

    @Test func `a cancelled bootstrap throws no error of the configuration`() async throws {
        let provider = Vault(vault)
        provider.isSlow.next()
        let app = app(provider)
        let starting = Task { try await app.async.bootstrap() }
        await eventually { provider.asked.count > 0 }
        starting.cancel()

        do {
            try await starting.value
            Issue.record("it succeeded")
        } catch {
            #expect(ConfigurationError(in: error) == nil)
        }
        try await app.close()
    }
}

/// A provider that has its values only when it is asked for them.
private struct Vault: ConfigProvider {
    struct Sealed: Error, CustomStringConvertible {
        var description: String { "it is sealed" }
    }

    let values: MutableInMemoryProvider
    let isSealed: Bool
    let asked = Tally()
    let cancelled = Tally()
    /// More than 0 if it answers only to be cancelled.
    let isSlow = Tally()

    init(_ values: [AbsoluteConfigKey: ConfigValue], isSealed: Bool = false) {
        self.values = MutableInMemoryProvider(initialValues: values)
        self.isSealed = isSealed
    }

    let providerName = "Vault"

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        LookupResult(encodedKey: "\(key)", value: nil)
    }

    func fetchValue(
        forKey key: AbsoluteConfigKey,
        type: ConfigType
    ) async throws -> LookupResult {
        asked.next()
        if isSealed { throw Sealed() }
        if isSlow.count > 0 {
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                cancelled.next()
                throw error
            }
        }
        return try values.value(forKey: key, type: type)
    }

    func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey,
        type: ConfigType,
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
        ) async throws -> Return
    ) async throws -> Return {
        try await values.watchValue(forKey: key, type: type, updatesHandler: updatesHandler)
    }

    func snapshot() -> any ConfigSnapshot { InMemoryProvider(values: [:]).snapshot() }

    func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
        ) async throws -> Return
    ) async throws -> Return {
        try await values.watchSnapshot(updatesHandler: updatesHandler)
    }
}
