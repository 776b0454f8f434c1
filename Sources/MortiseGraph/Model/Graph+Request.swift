// SPDX-License-Identifier: MIT

extension Graph {
    /// A place outside the definitions that asks a graph's first container for something.
    package struct Request: Hashable, Sendable {
        /// What it asks for, and how.
        package var dependency: Dependency

        /// The lane in which it asks.
        package var lane: Lane

        /// The source location of the request.
        package var site: SourceSite?

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - dependency: What it asks for, and how.
        ///   - lane: The lane in which it asks.
        ///   - site: The source location of the request.
        package init(_ dependency: Dependency, lane: Lane = .synchronous, at site: SourceSite?) {
            self.dependency = dependency
            self.lane = lane
            self.site = site
        }
    }

    /// Where a factory runs, and where a request waits.
    package enum Lane: String, Hashable, Sendable {
        /// On the thread that asks.
        case synchronous
        /// In a task, which may wait.
        case asynchronous
        /// On the main actor.
        case main
    }
}
