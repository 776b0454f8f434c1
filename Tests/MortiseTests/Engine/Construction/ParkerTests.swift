// SPDX-License-Identifier: MIT

import CMortiseThread
import Testing

/// A parker that tests may share.
// @unchecked: it is designed for several threads.
private final class Parker: @unchecked Sendable {
    private let parker = mortise_parker_create()

    deinit { mortise_parker_destroy(parker) }

    func wait() { mortise_parker_wait(parker) }
    func wake() { mortise_parker_wake(parker) }
}

@Suite("A parker", .timeLimit(.minutes(15))) struct ParkerTests {
    @Test func `that was woken before does not block its thread`() async throws {
        let parker = Parker()
        parker.wake()
        parker.wake()

        try await onThread { parker.wait() }.get()
    }

    @Test func `that was woken twice forgets both`() async throws {
        let parker = Parker()
        let isReady = Flag()
        parker.wake()
        parker.wake()
        parker.wait()

        async let wasReady = onThread {
            parker.wait()
            return isReady.isSet
        }
        isReady.set()
        parker.wake()

        #expect(try await wasReady.get())
    }

    @Test func `loses no turn of two threads`() async throws {
        let ping = Parker()
        let pong = Parker()

        async let first = onThread {
            for _ in 0..<Rounds.operations {
                ping.wake()
                pong.wait()
            }
        }
        async let second = onThread {
            for _ in 0..<Rounds.operations {
                ping.wait()
                pong.wake()
            }
        }

        try await first.get()
        try await second.get()
    }
}
