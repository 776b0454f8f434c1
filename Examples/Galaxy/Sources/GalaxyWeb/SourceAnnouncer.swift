// SPDX-License-Identifier: MIT

package import GalaxyDomain
import ServiceLifecycle

/// Tells open pages which source is selected, whenever that changes.
package struct SourceAnnouncer<Sources: AsyncSequence & Sendable>: Service
where Sources.Element == any StarshipSource {
    private let sources: Sources
    private let events: any Announcing

    package init(_ sources: Sources, events: any Announcing) {
        self.sources = sources
        self.events = events
    }

    package func run() async throws {
        try await cancelWhenGracefulShutdown {
            for try await source in self.sources {
                self.events.announce(GalaxyEvent(.source, source.name))
            }
            try await gracefulShutdown()
        }
    }
}
