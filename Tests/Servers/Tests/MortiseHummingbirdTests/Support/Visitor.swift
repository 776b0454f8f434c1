// SPDX-License-Identifier: MIT

import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A client that reads a response as it comes, and may leave.
final class Visitor: Sendable {
    private let channel: any Channel
    private let received: Received

    /// Connects, and asks for a path.
    init(_ path: String, port: Int, method: String = "GET") async throws {
        let received = Received()
        self.received = received
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Listener(received))
                }
            }
            .connect(host: "localhost", port: port).get()
        let head = "\(method) \(path) HTTP/1.1\r\nhost: localhost\r\n\r\n"
        try await channel.writeAndFlush(ByteBuffer(string: head))
    }

    var text: String { received.text.withLockedValue { $0 } }

    /// Waits until a text has come, for a minute at most.
    func sees(_ part: String) async {
        let end = ContinuousClock.now + .seconds(60)
        while !text.contains(part), ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    func leave() async throws { try await channel.close() }
}

private final class Received: Sendable {
    let text = NIOLockedValueBox("")
}

private final class Listener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let received: Received

    init(_ received: Received) { self.received = received }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = String(buffer: unwrapInboundIn(data))
        received.text.withLockedValue { $0 += part }
    }
}
