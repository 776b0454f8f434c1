// SPDX-License-Identifier: MIT

import Mortise

// Ten services, each behind a protocol of its own, each needing the next.

/// What every link can tell.
package protocol Link {
    /// The number of links from here to the end.
    var length: Int { get }
}

/// Link number one.
package protocol LinkOne: Link {}

/// Link number two.
package protocol LinkTwo: Link {}

/// Link number three.
package protocol LinkThree: Link {}

/// Link number four.
package protocol LinkFour: Link {}

/// Link number five.
package protocol LinkFive: Link {}

/// Link number six.
package protocol LinkSix: Link {}

/// Link number seven.
package protocol LinkSeven: Link {}

/// Link number eight.
package protocol LinkEight: Link {}

/// Link number nine.
package protocol LinkNine: Link {}

/// Link number ten.
package protocol LinkTen: Link {}

private final class One: LinkOne {
    let next: any LinkTwo
    init(next: any LinkTwo) { self.next = next }
    var length: Int { next.length + 1 }
}

private final class Two: LinkTwo {
    let next: any LinkThree
    init(next: any LinkThree) { self.next = next }
    var length: Int { next.length + 1 }
}

private final class Three: LinkThree {
    let next: any LinkFour
    init(next: any LinkFour) { self.next = next }
    var length: Int { next.length + 1 }
}

private final class Four: LinkFour {
    let next: any LinkFive
    init(next: any LinkFive) { self.next = next }
    var length: Int { next.length + 1 }
}

private final class Five: LinkFive {
    let next: any LinkSix
    init(next: any LinkSix) { self.next = next }
    var length: Int { next.length + 1 }
}

private final class Six: LinkSix {
    let next: any LinkSeven
    init(next: any LinkSeven) { self.next = next }
    var length: Int { next.length + 1 }
}

private final class Seven: LinkSeven {
    let next: any LinkEight
    init(next: any LinkEight) { self.next = next }
    var length: Int { next.length + 1 }
}

private final class Eight: LinkEight {
    let next: any LinkNine
    init(next: any LinkNine) { self.next = next }
    var length: Int { next.length + 1 }
}

private final class Nine: LinkNine {
    let next: any LinkTen
    init(next: any LinkTen) { self.next = next }
    var length: Int { next.length + 1 }
}

private final class Ten: LinkTen {
    var length: Int { 1 }
}

private final class Root: Sendable {
    @inline(never) func one() -> any LinkOne { One(next: two()) }
    @inline(never) func two() -> any LinkTwo { Two(next: three()) }
    @inline(never) func three() -> any LinkThree { Three(next: four()) }
    @inline(never) func four() -> any LinkFour { Four(next: five()) }
    @inline(never) func five() -> any LinkFive { Five(next: six()) }
    @inline(never) func six() -> any LinkSix { Six(next: seven()) }
    @inline(never) func seven() -> any LinkSeven { Seven(next: eight()) }
    @inline(never) func eight() -> any LinkEight { Eight(next: nine()) }
    @inline(never) func nine() -> any LinkNine { Nine(next: ten()) }
    @inline(never) func ten() -> any LinkTen { Ten() }

    @inline(never) func wire(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var chain = one()
            confirmed += confirm(&chain, is: One.self)
        }
        return confirmed
    }
}

extension Container {
    /// Makes chains of what it has registered.
    @inline(never)
    fileprivate func resolveChains(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var chain: any LinkOne = try resolve()
            confirmed += confirm(&chain, is: One.self)
        }
        return confirmed
    }
}

/// S3: a chain of ten new objects, made by factories that resolve.
package struct Chain: Scenario {
    package static let name = "S3"
    package static let summary = "a chain of 10 new objects"
    package static let objects = 10

    private let root = Root()
    private let container: Container

    package init() throws {
        container = Container {
            $0.register { try One(next: $0.resolve()) as any LinkOne }
            $0.register { try Two(next: $0.resolve()) as any LinkTwo }
            $0.register { try Three(next: $0.resolve()) as any LinkThree }
            $0.register { try Four(next: $0.resolve()) as any LinkFour }
            $0.register { try Five(next: $0.resolve()) as any LinkFive }
            $0.register { try Six(next: $0.resolve()) as any LinkSix }
            $0.register { try Seven(next: $0.resolve()) as any LinkSeven }
            $0.register { try Eight(next: $0.resolve()) as any LinkEight }
            $0.register { try Nine(next: $0.resolve()) as any LinkNine }
            $0.register { Ten() as any LinkTen }
        }
    }

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) throws -> Int {
        try container.resolveChains(iterations)
    }

    package func verify() throws {
        try require(root.one().length == 10, "the chain by hand has ten links")
        try require(
            container.resolve((any LinkOne).self).length == 10,
            "the resolved chain has ten links"
        )
    }
}

/// S3wired: the same chain, made by closures whose parameters are resolved.
package struct WiredChain: Scenario {
    package static let name = "S3wired"
    package static let summary = "the same, auto-wired"
    package static let objects = 10

    private let root = Root()
    private let container: Container

    package init() throws {
        container = Container {
            $0.register { One(next: $0) as any LinkOne }
            $0.register { Two(next: $0) as any LinkTwo }
            $0.register { Three(next: $0) as any LinkThree }
            $0.register { Four(next: $0) as any LinkFour }
            $0.register { Five(next: $0) as any LinkFive }
            $0.register { Six(next: $0) as any LinkSix }
            $0.register { Seven(next: $0) as any LinkSeven }
            $0.register { Eight(next: $0) as any LinkEight }
            $0.register { Nine(next: $0) as any LinkNine }
            $0.register { Ten() as any LinkTen }
        }
    }

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) throws -> Int {
        try container.resolveChains(iterations)
    }

    package func verify() throws {
        try require(
            container.resolve((any LinkOne).self).length == 10,
            "the auto-wired chain has ten links"
        )
    }
}

/// S3assembly: the same chain, as members of an assembly.
package struct ChainOfMembers: Scenario {
    package static let name = "S3assembly"
    package static let summary = "a chain of 10 new objects, by members"
    package static let objects = 10

    private struct Links: Assembly {
        let container: Container

        var one: any LinkOne { define { One(next: two) as any LinkOne } }
        var two: any LinkTwo { define { Two(next: three) as any LinkTwo } }
        var three: any LinkThree { define { Three(next: four) as any LinkThree } }
        var four: any LinkFour { define { Four(next: five) as any LinkFour } }
        var five: any LinkFive { define { Five(next: six) as any LinkFive } }
        var six: any LinkSix { define { Six(next: seven) as any LinkSix } }
        var seven: any LinkSeven { define { Seven(next: eight) as any LinkSeven } }
        var eight: any LinkEight { define { Eight(next: nine) as any LinkEight } }
        var nine: any LinkNine { define { Nine(next: ten) as any LinkNine } }
        var ten: any LinkTen { define { Ten() as any LinkTen } }
    }

    private let root = Root()
    private let links = Links(container: Container())

    package init() { _ = links.one }

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var chain = links.one
            confirmed += confirm(&chain, is: One.self)
        }
        return confirmed
    }

    package func verify() throws {
        try require(links.one.length == 10, "the chain of members has ten links")
    }
}
