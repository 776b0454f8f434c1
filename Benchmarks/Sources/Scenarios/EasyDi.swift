// SPDX-License-Identifier: MIT

import MortiseEasyDi

// The work of S1 to S4 in the vocabulary of EasyDi.

/// S1easydi: a prototype.
package struct Prototype: Scenario {
    package static let name = "S1easydi"
    package static let summary = "a new object, by EasyDi's vocabulary"
    package static let objects = 1

    private final class Services: Assembly {
        var service: any TransientService {
            define(scope: .prototype, init: TransientImplementation())
        }
    }

    private let context = DIContext()
    private let byHand = TransientMember()

    package init() { _ = Services.instance(from: context).service }

    package func handWired(_ iterations: Int) -> Int { byHand.handWired(iterations) }

    package func mortise(_ iterations: Int) -> Int {
        let services = Services.instance(from: context)
        var confirmed = 0
        for _ in 0..<iterations {
            var service = services.service
            confirmed += confirm(&service, is: TransientImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let services = Services.instance(from: context)
        let (first, second) = (services.service as AnyObject, services.service as AnyObject)
        try require(first !== second, "each access gets an object of its own")
    }
}

/// S2easydi: a lazy singleton.
package struct LazySingleton: Scenario {
    package static let name = "S2easydi"
    package static let summary = "a singleton, by EasyDi's vocabulary"
    package static let objects = 0

    private final class Services: Assembly {
        var service: any SingletonService {
            define(scope: .lazySingleton, init: SingletonImplementation(number: 1))
        }
    }

    private let context = DIContext()
    private let byHand: SingletonMember

    package init() throws {
        byHand = try SingletonMember()
        _ = Services.instance(from: context).service
    }

    package func handWired(_ iterations: Int) -> Int { byHand.handWired(iterations) }

    package func mortise(_ iterations: Int) -> Int {
        let services = Services.instance(from: context)
        var confirmed = 0
        for _ in 0..<iterations {
            var service = services.service
            confirmed += confirm(&service, is: SingletonImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let services = Services.instance(from: context)
        let (first, second) = (services.service as AnyObject, services.service as AnyObject)
        try require(first === second, "everybody gets the same object")
    }
}

/// S3easydi: a chain of prototypes.
package struct ChainOfPrototypes: Scenario {
    package static let name = "S3easydi"
    package static let summary = "a chain of 10 new objects, by EasyDi's vocabulary"
    package static let objects = 10

    private final class Links: Assembly {
        var one: any LinkOne { define(scope: .prototype, init: OneImplementation(next: two)) }
        var two: any LinkTwo { define(scope: .prototype, init: TwoImplementation(next: three)) }
        var three: any LinkThree {
            define(scope: .prototype, init: ThreeImplementation(next: four))
        }
        var four: any LinkFour { define(scope: .prototype, init: FourImplementation(next: five)) }
        var five: any LinkFive { define(scope: .prototype, init: FiveImplementation(next: six)) }
        var six: any LinkSix { define(scope: .prototype, init: SixImplementation(next: seven)) }
        var seven: any LinkSeven {
            define(scope: .prototype, init: SevenImplementation(next: eight))
        }
        var eight: any LinkEight {
            define(scope: .prototype, init: EightImplementation(next: nine))
        }
        var nine: any LinkNine { define(scope: .prototype, init: NineImplementation(next: ten)) }
        var ten: any LinkTen { define(scope: .prototype, init: TenImplementation()) }
    }

    private let context = DIContext()
    private let byHand = ChainOfMembers()

    package init() { _ = Links.instance(from: context).one }

    package func handWired(_ iterations: Int) -> Int { byHand.handWired(iterations) }

    package func mortise(_ iterations: Int) -> Int {
        let links = Links.instance(from: context)
        var confirmed = 0
        for _ in 0..<iterations {
            var chain = links.one
            confirmed += confirm(&chain, is: OneImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        try require(
            Links.instance(from: context).one.length == 10,
            "the chain of prototypes has ten links"
        )
    }
}

/// S4easydi: an object graph, EasyDi's default.
package struct DiamondGraph: Scenario {
    package static let name = "S4easydi"
    package static let summary = "a diamond, all shared, by EasyDi's vocabulary"
    package static let objects = 4

    private final class Sides: Assembly {
        var bottom: any Bottom { define(init: BottomImplementation()) }
        var left: any LeftSide { define(init: LeftImplementation(bottom: bottom)) }
        var right: any RightSide { define(init: RightImplementation(bottom: bottom)) }
        var top: any Top { define(init: TopImplementation(left: left, right: right)) }
    }

    private let context = DIContext()
    private let byHand = DiamondOfMembers()

    package init() { _ = Sides.instance(from: context).top }

    package func handWired(_ iterations: Int) -> Int { byHand.handWired(iterations) }

    package func mortise(_ iterations: Int) -> Int {
        let sides = Sides.instance(from: context)
        var confirmed = 0
        for _ in 0..<iterations {
            var top = sides.top
            confirmed += confirm(&top, is: TopImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let sides = Sides.instance(from: context)
        let tops = [sides.top, sides.top]
        for top in tops {
            try require(
                top.left.bottom as AnyObject === top.right.bottom as AnyObject,
                "both sides share one bottom"
            )
        }
        try require(
            tops[0].left.bottom as AnyObject !== tops[1].left.bottom as AnyObject,
            "two accesses do not share a bottom"
        )
    }
}
