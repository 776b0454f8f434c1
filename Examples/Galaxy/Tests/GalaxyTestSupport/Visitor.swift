// SPDX-License-Identifier: MIT

import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A client that says what it wants, reads the answer as it comes, and may leave.
package final class Visitor: Sendable {
    private let channel: any Channel
    private let received: Received

    /// Connects, and says something.
    ///
    /// If it does not read, the server cannot get rid of its answer.
    package init(_ text: String, port: Int, reads: Bool = true) async throws {
        let received = Received()
        self.received = received
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: reads)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Listener(received))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        try await say(text)
    }

    /// What has come so far.
    package var text: String { received.text.withLockedValue { $0 } }

    /// Whether the server has closed the connection.
    package var isDismissed: Bool { received.isOver.withLockedValue { $0 } }

    package func say(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text))
    }

    /// Waits until a text has come.
    @discardableResult package func sees(_ part: String) async -> Bool {
        await eventually { self.text.contains(part) }
    }

    /// Waits until the server has closed the connection.
    @discardableResult package func isDismissedSoon() async -> Bool {
        await eventually { self.isDismissed }
    }

    package func leave() async throws { try await channel.close() }
}

private final class Received: Sendable {
    let text = NIOLockedValueBox("")
    let isOver = NIOLockedValueBox(false)
}

private final class Listener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let received: Received

    init(_ received: Received) { self.received = received }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = String(buffer: unwrapInboundIn(data))
        received.text.withLockedValue { $0 += part }
    }

    func channelInactive(context: ChannelHandlerContext) {
        received.isOver.withLockedValue { $0 = true }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
