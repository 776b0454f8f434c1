// SPDX-License-Identifier: MIT

import MortiseInjector

/// The service that an injector injects.
package protocol InjectedService: Sendable {
    /// Distinguishes instances.
    var number: Int { get }
}

private final class InjectedImplementation: InjectedService {
    var number: Int { 1 }
}

private final class Root: Sendable {
    private let singleton: any InjectedService = InjectedImplementation()

    @inline(never) func new() -> any InjectedService { InjectedImplementation() }
    @inline(never) func kept() -> any InjectedService { singleton }
}

private enum Setup {
    static let once: Void = {
        Injector.global.register(
            (any InjectedService).self,
            defaultDependency: "one",
            implementations: ["one": { InjectedImplementation() }]
        )
    }()
}

/// S1injector: a new object, in the vocabulary of swift-dependency-injector.
package struct TransientInjection: Scenario {
    package static let name = "S1injector"
    package static let summary = "a new object, by an injector"
    package static let objects = 1

    private let root = Root()

    package init() { Setup.once }

    package func handWired(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service = root.new()
            confirmed += confirm(&service, is: InjectedImplementation.self)
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service: any InjectedService = Injector.global.get()
            confirmed += confirm(&service, is: InjectedImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let first: any InjectedService = Injector.global.get()
        let second: any InjectedService = Injector.global.get()
        try require(first as AnyObject !== second as AnyObject, "each gets its own")
    }
}

/// S2injector: a singleton, in the vocabulary of swift-dependency-injector.
package struct SingletonInjection: Scenario {
    package static let name = "S2injector"
    package static let summary = "a singleton, by an injector"
    package static let objects = 0

    private let root = Root()

    package init() { Setup.once }

    package func handWired(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service = root.kept()
            confirmed += confirm(&service, is: InjectedImplementation.self)
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service: any InjectedService = Injector.global.get(injectionType: .singleton)
            confirmed += confirm(&service, is: InjectedImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let first: any InjectedService = Injector.global.get(injectionType: .singleton)
        let second: any InjectedService = Injector.global.get(injectionType: .singleton)
        try require(first as AnyObject === second as AnyObject, "everybody gets the same")
    }
}
