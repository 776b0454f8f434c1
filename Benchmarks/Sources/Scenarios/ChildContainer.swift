// SPDX-License-Identifier: MIT

import Mortise

/// The service that a child container overrides.
package protocol OverriddenService {
    /// Distinguishes the override from the original.
    var isOverride: Bool { get }
}

private final class OriginalImplementation: OverriddenService {
    var isOverride: Bool { false }
}

private final class OverridingImplementation: OverriddenService {
    var isOverride: Bool { true }
}

private final class Root: Sendable {
    @inline(never) func override() -> any OverriddenService { OverridingImplementation() }

    @inline(never) func wire(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service = override()
            confirmed += confirm(&service, is: OverridingImplementation.self)
        }
        return confirmed
    }
}

/// A container with a definition to override.
private func makeParent() -> Container {
    Container(name: "parent") {
        $0.register { OriginalImplementation() as any OverriddenService }
    }
}

/// A container that overrides the only definition of another.
@inline(never)
private func makeChild(of parent: Container) -> Container {
    let child = Container(name: "child", parent: parent)
    child.register { OverridingImplementation() as any OverriddenService }
    return child
}

/// S11: a child container is made, overrides one definition, resolves it and is released.
package struct ChildContainer: Scenario {
    package static let name = "S11"
    package static let summary = "a child container with 1 override, made and asked"
    package static let objects = 1

    private let root = Root()
    private let container = makeParent()

    package init() throws {}

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            let child = makeChild(of: container)
            var service: any OverriddenService = try child.resolve()
            confirmed += confirm(&service, is: OverridingImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        try require(
            makeChild(of: container).resolve((any OverriddenService).self).isOverride,
            "the child gives its override"
        )
        try require(
            !container.resolve((any OverriddenService).self).isOverride,
            "the parent still gives the original"
        )
    }
}

/// S11kept: an existing child container resolves its override.
package struct KeptChildContainer: Scenario {
    package static let name = "S11kept"
    package static let summary = "the same child container, asked again"
    package static let objects = 1

    private let root = Root()
    private let child = makeChild(of: makeParent())

    package init() throws {}

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service: any OverriddenService = try child.resolve()
            confirmed += confirm(&service, is: OverridingImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        try require(
            child.resolve((any OverriddenService).self).isOverride,
            "the child gives its override"
        )
    }
}
