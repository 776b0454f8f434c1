// SPDX-License-Identifier: MIT

import Mortise

/// A service that is made once and shared.
package protocol SingletonService: Sendable {
    /// The number that a call reads.
    var number: Int { get }
}

final class SingletonImplementation: SingletonService {
    let number: Int

    init(number: Int) { self.number = number }
}

/// A root and a container that keep one object each.
private struct Kept: Sendable {
    final class Root: Sendable {
        private let singleton: any SingletonService = SingletonImplementation(number: 1)

        @inline(never) func service() -> any SingletonService { singleton }
    }

    let root = Root()
    let container: Container

    init() throws {
        container = Container {
            $0.register(.singleton) { SingletonImplementation(number: 1) as any SingletonService }
        }
        _ = try container.resolve((any SingletonService).self)
    }

    func verify() throws {
        let first = try container.resolve((any SingletonService).self) as AnyObject
        let second = try container.resolve((any SingletonService).self) as AnyObject
        let borrowed = try container.with((any SingletonService).self) {
            ObjectIdentifier($0 as AnyObject)
        }
        try require(first === second, "everybody gets the same object")
        try require(borrowed == ObjectIdentifier(first), "the object that is lent is the same, too")
    }
}

/// S2: an existing singleton.
package struct Singleton: Scenario {
    package static let name = "S2"
    package static let summary = "a singleton"
    package static let objects = 0

    private let kept: Kept

    package init() throws { kept = try Kept() }

    package func handWired(_ iterations: Int) -> Int {
        let root = kept.root
        var confirmed = 0
        for _ in 0..<iterations {
            var service = root.service()
            confirmed += confirm(&service, is: SingletonImplementation.self)
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        let container = kept.container
        var confirmed = 0
        for _ in 0..<iterations {
            var service: any SingletonService = try container.resolve()
            confirmed += confirm(&service, is: SingletonImplementation.self)
        }
        return confirmed
    }

    package func verify() throws { try kept.verify() }
}

/// S2with: a singleton is lent for one call of a method.
///
/// By hand it is returned at +1, then called. Its number is 1, so the sum of the calls' results is the number
/// of right results.
package struct LentSingleton: Scenario {
    package static let name = "S2with"
    package static let summary = "a singleton and one call, lent by `with`"
    package static let objects = 0

    private let kept: Kept

    package init() throws { kept = try Kept() }

    package func handWired(_ iterations: Int) -> Int {
        let root = kept.root
        var sum = 0
        for _ in 0..<iterations { sum += root.service().number }
        return sum
    }

    package func mortise(_ iterations: Int) throws -> Int {
        let container = kept.container
        var sum = 0
        for _ in 0..<iterations {
            sum += try container.with((any SingletonService).self) { $0.number }
        }
        return sum
    }

    package func verify() throws { try kept.verify() }
}

/// current: a singleton of the container of the running task, without a bound container.
///
/// The hand-wired side has a container already: the difference is the cost of `Container.current`.
package struct CurrentSingleton: Scenario {
    package static let name = "current"
    package static let summary = "a singleton of `Container.current`; by hand of a container"
    package static let objects = 0

    private static let kept = Result { try Kept() }
    private let kept: Kept

    /// The default container of the process.
    static func installed() throws -> Container {
        let container = try kept.get().container
        Container.installDefault(container)
        return container
    }

    package init() throws {
        kept = try Self.kept.get()
        _ = try Self.installed()
    }

    package func handWired(_ iterations: Int) throws -> Int {
        let container = kept.container
        var confirmed = 0
        for _ in 0..<iterations {
            var service: any SingletonService = try container.resolve()
            confirmed += confirm(&service, is: SingletonImplementation.self)
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service: any SingletonService = try Container.current.resolve()
            confirmed += confirm(&service, is: SingletonImplementation.self)
        }
        return confirmed
    }

    package func verify() throws { try kept.verify() }
}

/// S2assembly: a singleton that is a member of an assembly.
package struct SingletonMember: Scenario {
    package static let name = "S2assembly"
    package static let summary = "a singleton, by a member"
    package static let objects = 0

    private struct Services: Assembly {
        let container: Container
        var service: any SingletonService {
            define(.singleton) { SingletonImplementation(number: 1) as any SingletonService }
        }
    }

    private let kept: Kept
    private let services: Services

    package init() throws {
        kept = try Kept()
        services = Services(container: kept.container)
        _ = services.service
    }

    package func handWired(_ iterations: Int) -> Int {
        let root = kept.root
        var confirmed = 0
        for _ in 0..<iterations {
            var service = root.service()
            confirmed += confirm(&service, is: SingletonImplementation.self)
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) -> Int {
        let services = services
        var confirmed = 0
        for _ in 0..<iterations {
            var service = services.service
            confirmed += confirm(&service, is: SingletonImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let (first, second) = (services.service as AnyObject, services.service as AnyObject)
        try require(first === second, "everybody gets the same object")
    }
}
