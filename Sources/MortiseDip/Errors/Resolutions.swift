// SPDX-License-Identifier: MIT

import Mortise

/// Logs the resolutions of all containers at level ``LogLevel/Verbose``.
final class Resolutions: Sendable {
    static let logged = Resolutions()

    private struct Entry {
        weak var container: Container?
        var observation: ObservationToken?
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The number of entries at which dead ones are removed.
        var limit = 64
    }

    private let state = Locked(State())

    /// Observes a container whenever the level is verbose.
    func include(_ container: Container) {
        // Released outside the lock: these may be the last references.
        var kept: [Container] = []
        var ended: [Entry] = []
        defer { withExtendedLifetime((kept, ended)) {} }
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

    /// Starts or stops observing all containers, by the log level.
    func update() {
        var kept: [Container] = []
        var ended: [ObservationToken?] = []
        defer { withExtendedLifetime((kept, ended)) {} }
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

    /// Observes a container; `nil` unless the level is verbose.
    private static func listening(to container: Container) -> ObservationToken? {
        guard logLevel == .Verbose else { return nil }
        return container.observe(reuse: true) { event in
            switch event.kind {
            case .made: log(.Verbose, "Resolved \(text(event))")
            case .reused, .waited: log(.Verbose, "Reused \(text(event))")
            default: break
            }
        }
    }

    private static func text(_ event: ResolutionEvent) -> String {
        "\(event.key)\(event.requester.map { " for \($0)" } ?? "")"
    }
}
