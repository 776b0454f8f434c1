// SPDX-License-Identifier: MIT

import Mortise

// Ten services, each behind its own protocol, each needing the next.

/// A link of the chain.
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

final class OneImplementation: LinkOne {
    let next: any LinkTwo
    init(next: any LinkTwo) { self.next = next }
    var length: Int { next.length + 1 }
}

final class TwoImplementation: LinkTwo {
    let next: any LinkThree
    init(next: any LinkThree) { self.next = next }
    var length: Int { next.length + 1 }
}

final class ThreeImplementation: LinkThree {
    let next: any LinkFour
    init(next: any LinkFour) { self.next = next }
    var length: Int { next.length + 1 }
}

final class FourImplementation: LinkFour {
    let next: any LinkFive
    init(next: any LinkFive) { self.next = next }
    var length: Int { next.length + 1 }
}

final class FiveImplementation: LinkFive {
    let next: any LinkSix
    init(next: any LinkSix) { self.next = next }
    var length: Int { next.length + 1 }
}

final class SixImplementation: LinkSix {
    let next: any LinkSeven
    init(next: any LinkSeven) { self.next = next }
    var length: Int { next.length + 1 }
}

final class SevenImplementation: LinkSeven {
    let next: any LinkEight
    init(next: any LinkEight) { self.next = next }
    var length: Int { next.length + 1 }
}

final class EightImplementation: LinkEight {
    let next: any LinkNine
    init(next: any LinkNine) { self.next = next }
    var length: Int { next.length + 1 }
}

final class NineImplementation: LinkNine {
    let next: any LinkTen
    init(next: any LinkTen) { self.next = next }
    var length: Int { next.length + 1 }
}

final class TenImplementation: LinkTen {
    var length: Int { 1 }
}

private final class Root: Sendable {
    @inline(never) func one() -> any LinkOne { OneImplementation(next: two()) }
    @inline(never) func two() -> any LinkTwo { TwoImplementation(next: three()) }
    @inline(never) func three() -> any LinkThree { ThreeImplementation(next: four()) }
    @inline(never) func four() -> any LinkFour { FourImplementation(next: five()) }
    @inline(never) func five() -> any LinkFive { FiveImplementation(next: six()) }
    @inline(never) func six() -> any LinkSix { SixImplementation(next: seven()) }
    @inline(never) func seven() -> any LinkSeven { SevenImplementation(next: eight()) }
    @inline(never) func eight() -> any LinkEight { EightImplementation(next: nine()) }
    @inline(never) func nine() -> any LinkNine { NineImplementation(next: ten()) }
    @inline(never) func ten() -> any LinkTen { TenImplementation() }

    @inline(never) func wire(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var chain = one()
            confirmed += confirm(&chain, is: OneImplementation.self)
        }
        return confirmed
    }
}

extension Container {
    /// Resolves chains in a loop.
    @inline(never)
    fileprivate func resolveChains(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var chain: any LinkOne = try resolve()
            confirmed += confirm(&chain, is: OneImplementation.self)
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
            $0.register { try OneImplementation(next: $0.resolve()) as any LinkOne }
            $0.register { try TwoImplementation(next: $0.resolve()) as any LinkTwo }
            $0.register { try ThreeImplementation(next: $0.resolve()) as any LinkThree }
            $0.register { try FourImplementation(next: $0.resolve()) as any LinkFour }
            $0.register { try FiveImplementation(next: $0.resolve()) as any LinkFive }
            $0.register { try SixImplementation(next: $0.resolve()) as any LinkSix }
            $0.register { try SevenImplementation(next: $0.resolve()) as any LinkSeven }
            $0.register { try EightImplementation(next: $0.resolve()) as any LinkEight }
            $0.register { try NineImplementation(next: $0.resolve()) as any LinkNine }
            $0.register { TenImplementation() as any LinkTen }
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

/// S3wired: a chain of ten new objects, made by closures whose parameters are resolved.
package struct WiredChain: Scenario {
    package static let name = "S3wired"
    package static let summary = "the same, auto-wired"
    package static let objects = 10

    private let root = Root()
    private let container: Container

    package init() throws {
        container = Container {
            $0.register { OneImplementation(next: $0) as any LinkOne }
            $0.register { TwoImplementation(next: $0) as any LinkTwo }
            $0.register { ThreeImplementation(next: $0) as any LinkThree }
            $0.register { FourImplementation(next: $0) as any LinkFour }
            $0.register { FiveImplementation(next: $0) as any LinkFive }
            $0.register { SixImplementation(next: $0) as any LinkSix }
            $0.register { SevenImplementation(next: $0) as any LinkSeven }
            $0.register { EightImplementation(next: $0) as any LinkEight }
            $0.register { NineImplementation(next: $0) as any LinkNine }
            $0.register { TenImplementation() as any LinkTen }
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

/// S3assembly: a chain of ten new objects, as members of an assembly.
package struct ChainOfMembers: Scenario {
    package static let name = "S3assembly"
    package static let summary = "a chain of 10 new objects, by members"
    package static let objects = 10

    private struct Links: Assembly {
        let container: Container

        var one: any LinkOne { define { OneImplementation(next: two) as any LinkOne } }
        var two: any LinkTwo { define { TwoImplementation(next: three) as any LinkTwo } }
        var three: any LinkThree { define { ThreeImplementation(next: four) as any LinkThree } }
        var four: any LinkFour { define { FourImplementation(next: five) as any LinkFour } }
        var five: any LinkFive { define { FiveImplementation(next: six) as any LinkFive } }
        var six: any LinkSix { define { SixImplementation(next: seven) as any LinkSix } }
        var seven: any LinkSeven { define { SevenImplementation(next: eight) as any LinkSeven } }
        var eight: any LinkEight { define { EightImplementation(next: nine) as any LinkEight } }
        var nine: any LinkNine { define { NineImplementation(next: ten) as any LinkNine } }
        var ten: any LinkTen { define { TenImplementation() as any LinkTen } }
    }

    private let root = Root()
    private let links = Links(container: Container())

    package init() { _ = links.one }

    package func handWired(_ iterations: Int) -> Int { root.wire(iterations) }

    package func mortise(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var chain = links.one
            confirmed += confirm(&chain, is: OneImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        try require(links.one.length == 10, "the chain of members has ten links")
    }
}
