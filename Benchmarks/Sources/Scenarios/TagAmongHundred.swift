// SPDX-License-Identifier: MIT

import Mortise

/// One of a hundred services that differ by tag.
package protocol TaggedService {
    /// The number of the service.
    var number: Int { get }
}

private final class TaggedImplementation: TaggedService {
    let number: Int
    init(number: Int) { self.number = number }
}

/// S6: a new object, found by a tag among a hundred of the same type.
///
/// The hand-wired side uses a dictionary of closures. Both sides resolve all tags in turn.
package struct TagAmongHundred: Scenario {
    package static let name = "S6"
    package static let summary = "by tag among 100; by hand a dictionary of closures"
    package static let objects = 1

    private final class Root: Sendable {
        private let factories: [String: @Sendable () -> any TaggedService]

        init(tags: [String]) {
            var factories: [String: @Sendable () -> any TaggedService] = [:]
            for (number, tag) in tags.enumerated() {
                factories[tag] = { TaggedImplementation(number: number) }
            }
            self.factories = factories
        }

        @inline(never) func service(tag: String) throws -> any TaggedService {
            guard let factory = factories[tag] else {
                throw ScenarioFailure("there is no \(tag)")
            }
            return factory()
        }
    }

    private let tags = (0..<100).map { "tag-\($0)" }
    private let root: Root
    private let container: Container

    package init() throws {
        let tags = tags
        root = Root(tags: tags)
        container = Container { container in
            for (number, tag) in tags.enumerated() {
                container.register(tag: tag) {
                    TaggedImplementation(number: number) as any TaggedService
                }
            }
        }
    }

    package func handWired(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for index in 0..<iterations {
            var service = try root.service(tag: tags[index % 100])
            confirmed += confirm(&service, is: TaggedImplementation.self)
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for index in 0..<iterations {
            var service: any TaggedService = try container.resolve(tag: tags[index % 100])
            confirmed += confirm(&service, is: TaggedImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        for (number, tag) in tags.enumerated() {
            try require(
                root.service(tag: tag).number == number
                    && container.resolve((any TaggedService).self, tag: tag).number == number,
                "\(tag) leads to number \(number)"
            )
        }
    }
}
