// SPDX-License-Identifier: MIT

import Mortise

/// What all containers resolve, for as long as everything is logged (D-99).
final class Resolutions: Sendable {
    static let logged = Resolutions()

    private struct Entry {
        weak var container: Container?
        var observation: ObservationToken?
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// When to forget the containers that are gone.
        var limit = 64
    }

    private let state = Locked(State())

    /// Has a container listened to whenever everything is logged.
    func include(_ container: Container) {
        // Released outside the lock: they may be the last to keep something.
        var kept: [Container] = []
        var ended: [Entry] = []
        state.withLock { state in
            let key = ObjectIdentifier(container)
            if let entry = state.entries[key] {
                if let known = entry.container {
                    kept.append(known)
                    return
                }
                ended.append(entry)
            }
            if state.entries.count >= state.limit {
                for (key, entry) in state.entries {
                    if let container = entry.container {
                        kept.append(container)
                    } else {
                        ended.append(entry)
                        state.entries[key] = nil
                    }
                }
                state.limit = max(64, 2 * state.entries.count)
            }
            state.entries[key] = Entry(
                container: container,
                observation: Self.listening(to: container)
            )
        }
    }

    /// Begins to listen to all containers, or ends that, as the level says.
    func update() {
        var kept: [Container] = []
        var ended: [ObservationToken?] = []
        state.withLock { state in
            for (key, entry) in state.entries {
                guard let container = entry.container else { continue }
                kept.append(container)
                let listens = logLevel == .Verbose
                guard listens != (entry.observation != nil) else { continue }
                ended.append(entry.observation)
                state.entries[key]?.observation = Self.listening(to: container)
            }
        }
    }

    /// Stands for listening to a container; `nil` if not everything is logged.
    private static func listening(to container: Container) -> ObservationToken? {
        guard logLevel == .Verbose else { return nil }
        return container.observe { event in
            switch event.kind {
            case .made: log(.Verbose, "Resolved \(text(event))")
            case .reused: log(.Verbose, "Reused \(text(event))")
            default: break
            }
        }
    }

    private static func text(_ event: ResolutionEvent) -> String {
        "\(event.key)\(event.requester.map { " for \($0)" } ?? "")"
    }
}
