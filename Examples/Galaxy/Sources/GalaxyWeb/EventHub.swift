// SPDX-License-Identifier: MIT

package import GalaxyDomain
import ServiceLifecycle
import Synchronization

/// Tells all open pages what happened, and now and then that they are still connected.
///
/// A client that has left is noticed only when something is written to it. So the hub is a service
/// that announces a heartbeat regularly.
package final class EventHub: Service, Announcing {
    enum Message: Sendable {
        case event(GalaxyEvent)
        case heartbeat
    }

    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<Message>.Continuation] = [:]
    }

    private let heartbeat: Duration
    private let state = Mutex(State())

    package init(heartbeat: Duration) { self.heartbeat = heartbeat }

    /// How many pages are open.
    package var count: Int { state.withLock { $0.listeners.count } }

    package func announce(_ event: GalaxyEvent) { send(.event(event)) }

    package func run() async throws {
        try await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: self.heartbeat)
                self.send(.heartbeat)
            }
        }
    }

    /// What happens from now on.
    ///
    /// A page that is too slow misses the oldest messages.
    func listen() -> AsyncStream<Message> {
        AsyncStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
            let number = state.withLock { state in
                state.next += 1
                state.listeners[state.next] = continuation
                return state.next
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
            }
        }
    }

    private func send(_ message: Message) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(message) }
    }
}
