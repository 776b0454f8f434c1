// SPDX-License-Identifier: MIT

#if Observability
import Tracing

/// A build that has begun.
struct RunningBuild: Sendable {
    let start: DefaultTracerClock.Timestamp
    /// The build that its span is part of.
    let parent: UInt64?
    let place: TracedSpan.Place
    /// Whether it is part of what a singleton needs, and so part of its trace.
    let isDetached: Bool
    /// What has ended inside it.
    var spans: [TracedSpan] = []
}

/// The builds that have begun, by their numbers.
struct RunningBuilds: Sendable {
    var builds: [UInt64: RunningBuild] = [:]

    /// How many there may be: one that never ends must not be kept for ever.
    private static let limit = 8192

    /// Adds a build.
    ///
    /// - Parameters:
    ///   - number: Its number.
    ///   - build: The build.
    /// - Returns: What is forgotten: the older half if there are too many. Numbers grow.
    mutating func add(_ number: UInt64, _ build: RunningBuild) -> [UInt64: RunningBuild] {
        var forgotten: [UInt64: RunningBuild] = [:]
        if builds.count >= Self.limit {
            let median = builds.keys.sorted()[builds.count / 2]
            forgotten = builds.filter { $0.key < median }
            builds = builds.filter { $0.key >= median }
        }
        builds[number] = build
        return forgotten
    }

    /// Keeps a span until the build that it is part of ends.
    ///
    /// - Parameters:
    ///   - span: The span.
    ///   - parent: The number of the build.
    /// - Returns: Whether that build is known to run.
    mutating func keep(_ span: TracedSpan, inside parent: UInt64?) -> Bool {
        guard let parent, builds[parent] != nil else { return false }
        builds[parent]?.spans.append(span)
        return true
    }
}
#endif
