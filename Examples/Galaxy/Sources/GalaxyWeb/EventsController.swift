// SPDX-License-Identifier: MIT

import Foundation
import GalaxyDomain
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Server-sent events, until the client leaves or the server shuts down.
package struct EventsController: Sendable {
    private let hub: EventHub

    package init(hub: EventHub) { self.hub = hub }

    func stream(_ request: Request, context: AppContext) async throws -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
            body: ResponseBody { [hub] writer in
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                let messages = hub.listen()
                try await writer.write(ByteBuffer(string: ": connected\n\n"))
                for await message in messages.cancelOnGracefulShutdown() {
                    switch message {
                    case .heartbeat: try await writer.write(ByteBuffer(string: ": heartbeat\n\n"))
                    case .event(let event):
                        let json = String(decoding: try encoder.encode(event), as: UTF8.self)
                        try await writer.write(
                            ByteBuffer(string: "event: \(event.kind)\ndata: \(json)\n\n")
                        )
                    }
                }
                try await writer.finish(nil)
            }
        )
    }
}
