// SPDX-License-Identifier: MIT

public import GalaxyDomain
public import ServiceLifecycle

/// Tells open pages which source is selected, whenever that changes.
public struct SourceAnnouncer<Sources: AsyncSequence & Sendable>: Service
where Sources.Element == any StarshipSource {
    private let sources: Sources
    private let events: any Announcing

    public init(_ sources: Sources, events: any Announcing) {
        self.sources = sources
        self.events = events
    }

    public func run() async throws {
        try await cancelWhenGracefulShutdown {
            for try await source in self.sources {
                self.events.announce(GalaxyEvent(.source, source.name))
            }
            try await gracefulShutdown()
        }
    }
}
