// SPDX-License-Identifier: MIT

import Configuration
import GalaxyDomain
import GalaxyImport
import GalaxyWeb
import MortiseConfiguration

/// Where everything is that the program stores.
struct DataConfig: ConfigBound {
    let folder: String

    init(from reader: ConfigReader) throws { folder = try reader.requiredString(forKey: "folder") }
}

/// Where the server listens.
struct HTTPConfig: ConfigBound {
    let host: String
    let port: Int
    /// How long it goes on listening after it has said that it will stop.
    let draining: Duration

    init(from reader: ConfigReader) throws {
        host = try reader.requiredString(forKey: "host")
        port = try reader.requiredInt(forKey: "port")
        draining = .milliseconds(reader.int(forKey: "draining", default: 0))
    }
}

/// Who may do everything.
struct AuthConfig: ConfigBound {
    let authenticator: Authenticator

    init(from reader: ConfigReader) throws {
        let user = try reader.requiredString(forKey: "user")
        let token = try reader.requiredString(forKey: "token", isSecret: true)
        authenticator = Authenticator(token: token, user: User(name: user))
    }
}

/// How imports proceed, and where the source `folder` reads.
struct ImportConfig: ConfigBound {
    let folder: String?
    let pace: ImportPace

    init(from reader: ConfigReader) throws {
        folder = reader.string(forKey: "folder")
        pace = ImportPace(
            batch: reader.int(forKey: "batch", default: 20),
            pause: .milliseconds(reader.int(forKey: "pause", default: 0))
        )
    }
}

/// How open pages are kept.
struct EventsConfig: ConfigBound {
    let heartbeat: Duration

    init(from reader: ConfigReader) throws {
        heartbeat = .milliseconds(reader.int(forKey: "heartbeat", default: 15_000))
    }
}
