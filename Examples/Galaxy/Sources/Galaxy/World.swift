// SPDX-License-Identifier: MIT

import Configuration
import Foundation
import Logging

/// What the program is given from outside.
struct World: Sendable {
    /// The first one that has a key decides.
    let providers: [any ConfigProvider]
    let logger: Logger
    /// Is told the port when the server listens.
    let listening: @Sendable (Int) -> Void
}

extension World {
    /// The command line first, then the environment, then what suits a developer.
    init(_ options: [AbsoluteConfigKey: ConfigValue], isProduction: Bool) {
        let defaults: [AbsoluteConfigKey: ConfigValue] = [
            "galaxy.data.folder": "galaxy-data",
            "galaxy.http.host": "127.0.0.1",
            "galaxy.http.port": 8080,
            "galaxy.auth.user": "Leia",
            "galaxy.auth.token": "use-the-force",
        ]
        self.init(
            providers: [
                InMemoryProvider(name: "command line", values: options),
                EnvironmentVariablesProvider(),
                InMemoryProvider(name: "defaults", values: isProduction ? [:] : defaults),
            ],
            logger: Logger(label: "galaxy") { StreamLogHandler.standardError(label: $0) },
            listening: { port in
                FileHandle.standardOutput.write(Data("{\"port\": \(port)}\n".utf8))
            }
        )
    }
}
