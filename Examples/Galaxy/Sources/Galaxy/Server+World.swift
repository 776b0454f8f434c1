// SPDX-License-Identifier: MIT

import GalaxyWeb
import Hummingbird
import NIOCore

extension Application where Responder == RouterResponder<AppContext> {
    /// The server, which says its port when it listens.
    init(router: Router<AppContext>, config: HTTPConfig, world: World) {
        self.init(
            router: router,
            configuration: .init(
                address: .hostname(config.host, port: config.port),
                serverName: "galaxy"
            ),
            onServerRunning: { world.listening($0.localAddress?.port ?? 0) },
            logger: world.logger
        )
    }
}
