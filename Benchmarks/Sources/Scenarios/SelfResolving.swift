// SPDX-License-Identifier: MIT

import Mortise

/// The service of a property.
package protocol PropertyService: Sendable {
    /// Distinguishes instances.
    var number: Int { get }
}

private final class PropertyImplementation: PropertyService {
    var number: Int { 1 }
}

private final class Root: Sendable {
    static let shared = Root()

    @inline(never) func service() -> any PropertyService { PropertyImplementation() }
}

/// The hand-written side.
// @unchecked: one thread runs a scenario.
private final class LazyOwner: @unchecked Sendable {
    lazy var service: any PropertyService = Root.shared.service()

    /// Not inlined: otherwise the object would not be made at all.
    @inline(never) static func make() -> LazyOwner { LazyOwner() }
}

// @unchecked: one thread runs a scenario.
private final class ResolvedOwner: @unchecked Sendable {
    @Resolved var service: any PropertyService

    @inline(never) static func make() -> ResolvedOwner { ResolvedOwner() }
}

private final class SharedOwner: Sendable {
    let property = LazyResolved((any PropertyService).self)
}

/// The container of all properties here.
private enum Properties {
    static let container = Result {
        let container = try CurrentSingleton.installed()
        container.register { PropertyImplementation() as any PropertyService }
        return container
    }

    static func confirmOne(_ service: any PropertyService) -> Int {
        var service = service
        return confirm(&service, is: PropertyImplementation.self)
    }
}

/// S9first: an object with a self-resolving property is made, and the property is read.
package struct FirstProperty: Scenario {
    package static let name = "S9first"
    package static let summary = "an object, and its property read for the first time"
    package static let objects = 2

    package init() throws { _ = try Properties.container.get() }

    package func handWired(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            let owner = LazyOwner.make()
            confirmed += Properties.confirmOne(owner.service)
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            let owner = ResolvedOwner.make()
            confirmed += Properties.confirmOne(owner.service)
        }
        return confirmed
    }

    package func verify() throws {
        let owner = ResolvedOwner()
        let first = owner.service as AnyObject
        try require(first === owner.service as AnyObject, "a property resolves once")
        try require(first !== ResolvedOwner().service as AnyObject, "each has its own")
    }
}

/// S9warm: a resolved self-resolving property is read.
package struct WarmProperty: Scenario {
    package static let name = "S9warm"
    package static let summary = "the property read again"
    package static let objects = 0

    private let byHand = LazyOwner()
    private let owner = ResolvedOwner()

    package init() throws {
        _ = try Properties.container.get()
        _ = (byHand.service, owner.service)
    }

    package func handWired(_ iterations: Int) -> Int {
        let owner = byHand
        var confirmed = 0
        for _ in 0..<iterations { confirmed += Properties.confirmOne(owner.service) }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        let owner = owner
        var confirmed = 0
        for _ in 0..<iterations { confirmed += Properties.confirmOne(owner.service) }
        return confirmed
    }

    package func verify() throws { try FirstProperty().verify() }
}

/// S9shared: a resolved property that any thread may read is read.
package struct SharedProperty: Scenario {
    package static let name = "S9shared"
    package static let summary = "a property that any thread may read, read again"
    package static let objects = 0

    private let byHand = LazyOwner()
    private let owner = SharedOwner()

    package init() throws {
        _ = try Properties.container.get()
        _ = (byHand.service, owner.property.wrappedValue)
    }

    package func handWired(_ iterations: Int) -> Int {
        let owner = byHand
        var confirmed = 0
        for _ in 0..<iterations { confirmed += Properties.confirmOne(owner.service) }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        let owner = owner
        var confirmed = 0
        for _ in 0..<iterations {
            confirmed += Properties.confirmOne(owner.property.wrappedValue)
        }
        return confirmed
    }

    package func verify() throws {
        let owner = SharedOwner()
        let first = owner.property.wrappedValue as AnyObject
        try require(first === owner.property.wrappedValue as AnyObject, "it resolves once")
    }
}

/// S2selected: a singleton that is the selected one of two implementations.
package struct SelectedSingleton: Scenario {
    package static let name = "S2selected"
    package static let summary = "a singleton, selected among two"
    package static let objects = 0

    private final class Stored: Sendable {
        private let service: any PropertyService = PropertyImplementation()
        @inline(never) func get() -> any PropertyService { service }
    }

    private let root = Stored()
    private let container: Container

    package init() throws {
        container = Container {
            for tag in ["one", "two"] {
                $0.register(.singleton, tag: tag) {
                    PropertyImplementation() as any PropertyService
                }.selectable()
            }
        }
        _ = try container.resolve((any PropertyService).self)
    }

    package func handWired(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service = root.get()
            confirmed += confirm(&service, is: PropertyImplementation.self)
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service: any PropertyService = try container.resolve()
            confirmed += confirm(&service, is: PropertyImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let first = try container.resolve((any PropertyService).self) as AnyObject
        let tagged = try container.resolve((any PropertyService).self, tag: "one") as AnyObject
        try require(first === tagged, "the first one is selected")
    }
}
