// SPDX-License-Identifier: MIT

import Configuration
import Mortise
import MortiseConfiguration
import MortiseGraph
import ObservedSupport

struct DatabaseConfig: ConfigBound, Equatable {
    let path: String
    let pool: Int
    let password: String

    init(path: String) {
        self.path = path
        pool = 1
        password = ""
    }

    init(from reader: ConfigReader) throws {
        path = try reader.requiredString(forKey: "path")
        pool = reader.int(forKey: "pool.size", default: 4)
        password = try reader.requiredString(forKey: "password", isSecret: true)
    }
}

struct HTTPConfig: ConfigBound, Equatable {
    let host: String
    let port: Int

    init(from reader: ConfigReader) throws {
        let bound = reader.scoped(to: "bind")
        host = try bound.requiredString(forKey: "host")
        port = try bound.requiredInt(forKey: "port")
    }
}

struct FeatureFlags: ConfigBound, Equatable {
    let isBeta: Bool
    let limit: Int

    init(isBeta: Bool, limit: Int) {
        self.isBeta = isBeta
        self.limit = limit
    }

    init(from reader: ConfigReader) throws {
        isBeta = reader.bool(forKey: "beta", default: false)
        limit = try reader.requiredInt(forKey: "limit")
    }
}

final class Database: Sendable {
    let config: DatabaseConfig
    init(_ config: DatabaseConfig) { self.config = config }
}

final class Server: Sendable {
    let config: HTTPConfig
    let database: Database
    init(_ config: HTTPConfig, _ database: Database) {
        self.config = config
        self.database = database
    }
}

/// Collects what is reported, in any thread.
actor Reports {
    private(set) var all: [ConfigurationError] = []
    nonisolated let tally = Tally()

    nonisolated func add(_ error: ConfigurationError) {
        Task { await append(error) }
    }

    private func append(_ error: ConfigurationError) {
        all.append(error)
        tally.next()
    }
}

let complete: [AbsoluteConfigKey: ConfigValue] = [
    "galaxy.db.path": "galaxy.sqlite",
    "galaxy.db.pool.size": 8,
    "galaxy.db.password": ConfigValue("hunter2", isSecret: true),
    "galaxy.http.bind.host": "localhost",
    "galaxy.http.bind.port": 8080,
]

/// The definitions of a small server; the lines are in the golden texts.
func galaxy(_ providers: [any ConfigProvider]) -> Container {
    Container(name: "galaxy") {
        $0.configure(with: providers, file: "Galaxy/Wiring.swift", line: 1) {
            $0.bind(DatabaseConfig.self, at: "galaxy.db", file: "Galaxy/Wiring.swift", line: 2)
            $0.bind(HTTPConfig.self, at: "galaxy.http", file: "Galaxy/Wiring.swift", line: 3)
        }
        $0.register(.singleton, file: "Galaxy/Wiring.swift", line: 4) { Database($0) }
        $0.register(.singleton, file: "Galaxy/Wiring.swift", line: 5) { Server($0, $1) }
    }
}

/// The error that a body throws.
func configurationError(_ body: () throws -> Void) -> ConfigurationError? {
    do {
        try body()
        return nil
    } catch {
        return ConfigurationError(in: error)
    }
}

/// The error that an asynchronous body throws.
func configurationError(_ body: () async throws -> Void) async -> ConfigurationError? {
    do {
        try await body()
        return nil
    } catch {
        return ConfigurationError(in: error)
    }
}
