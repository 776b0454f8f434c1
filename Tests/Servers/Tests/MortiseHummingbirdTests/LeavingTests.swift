// SPDX-License-Identifier: MIT

import Hummingbird
import HummingbirdTesting
import Mortise
import MortiseHummingbird
import NIOCore
import ObservedSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A client that goes away` {
    @Test func `in the middle of a body closes the scope`() async throws {
        let site = Site()
        site.router.get("export") { _, context in
            let trail = try context.scope.resolve(Trail.self)
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    let part = ByteBuffer(string: String(repeating: trail.path, count: 1000))
                    while true { try await writer.write(part) }
                }
            )
        }

        try await site.test(.live) { client in
            let visitor = try await Visitor("/export", port: try #require(client.port))
            await visitor.sees("/export/export")
            #expect(site.journal.entries.isEmpty)
            try await visitor.leave()
            await site.journal.reached("/export closed")
        }

        #expect(site.journal.entries == ["/export closed"])
    }

    @Test func `from server-sent events closes the scope with the next heartbeat`() async throws {
        let site = Site()
        let heartbeats = Heartbeats()
        site.router.get("events") { _, context in
            _ = try context.scope.resolve(Trail.self)
            return Response(
                status: .ok,
                headers: [.contentType: "text/event-stream"],
                body: ResponseBody { writer in
                    for await beat in heartbeats.stream {
                        site.journal.add("beat")
                        try await writer.write(ByteBuffer(string: ": \(beat)\n\n"))
                        site.journal.add("written")
                    }
                }
            )
        }

        try await site.test(.live) { client in
            let visitor = try await Visitor("/events", port: try #require(client.port))
            heartbeats.beat(1)
            await visitor.sees(": 1")
            await site.journal.reached("written")
            #expect(site.journal.entries == ["beat", "written"])
            try await visitor.leave()
            // The server needs a moment to see that.
            var beat = 1
            while site.journal.count("/events closed") == 0, beat < 10_000 {
                beat += 1
                heartbeats.beat(beat)
                try await Task.sleep(for: .milliseconds(5))
            }
            await site.journal.reached("/events closed")
        }

        #expect(site.journal.count("/events closed") == 1)
        // The write that failed was the last one.
        #expect(Array(site.journal.entries.suffix(2)) == ["beat", "/events closed"])
        heartbeats.end()
    }

    @Test func `while the handler runs closes the scope`() async throws {
        let site = Site()
        let steps = Journal()
        site.router.get("slow") { _, context in
            let trail = try context.scope.resolve(Trail.self)
            steps.add("running")
            await steps.reached("left")
            return trail.path
        }

        try await site.test(.live) { client in
            let visitor = try await Visitor("/slow", port: try #require(client.port))
            await steps.reached("running")
            try await visitor.leave()
            steps.add("left")
            await site.journal.reached("/slow closed")
        }

        #expect(site.journal.entries == ["/slow closed"])
    }

    @Test func `does not cancel disposers`() async throws {
        let site = Site { app, journal in
            app.register(.scoped("request")) { 1 }
                .onClose { _ in
                    await Task.yield()
                    journal.add(Task.isCancelled ? "cancelled" : "disposed")
                }
        }
        let steps = Journal()
        site.router.get("slow") { _, context in
            _ = try context.scope.resolve(Int.self)
            steps.add("running")
            try await Task.sleep(for: .seconds(3600))
            return "done"
        }

        try await site.test(.router) { client in
            let request = Task { try await client.get("/slow") }
            await steps.reached("running")
            request.cancel()
            _ = try? await request.value
        }

        #expect(site.journal.entries == ["disposed"])
    }
}

/// Beats when a test says so.
private final class Heartbeats: Sendable {
    let stream: AsyncStream<Int>
    private let source: AsyncStream<Int>.Continuation

    init() { (stream, source) = AsyncStream.makeStream() }

    func beat(_ number: Int) { source.yield(number) }

    func end() { source.finish() }
}
