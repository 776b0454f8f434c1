// SPDX-License-Identifier: MIT

package import Mortise

// Ten thousand types are made from four digits each. Generic code that the compiler does not specialise
// registers their definitions: anything a container builds there unspecialised would stay slow for ever.

/// The service inside each of the ten thousand types.
package protocol NumberedService {
    /// An arbitrary value.
    var number: Int { get }
}

private final class NumberedImplementation: NumberedService {
    var number: Int { 7 }
}

private protocol Digit: SendableMetatype {}
private enum Zero: Digit {}
private enum One: Digit {}
private enum Two: Digit {}
private enum Three: Digit {}
private enum Four: Digit {}
private enum Five: Digit {}
private enum Six: Digit {}
private enum Seven: Digit {}
private enum Eight: Digit {}
private enum Nine: Digit {}

private protocol Registrable: SendableMetatype {
    init()
}

extension Registrable {
    // Here and not in the types, where the runtime would look the type up again by its digits. The factory is
    // made before the closure: generic code would give it a context, which ordinary code does not need.
    static var registration: @Sendable (Container) -> Void {
        let factory: @Sendable (inout Resolver) -> Self = { _ in Self() }
        return { $0.register(factory: factory) }
    }

    /// Resolves one.
    fileprivate static var resolving: @Sendable (Container) throws -> Int {
        {
            var made = try $0.resolve(Self.self)
            return confirm(&made, is: NumberedImplementation.self)
        }
    }

    /// Makes one by hand.
    fileprivate static var making: @Sendable (NumberedRoot) -> Int {
        {
            var made = $0.make(Self.self)
            return confirm(&made, is: NumberedImplementation.self)
        }
    }
}

private final class NumberedRoot: Sendable {
    @inline(never) func make<Made: Registrable>(_: Made.Type) -> Made { Made() }
}

/// One of ten thousand types.
private struct Numbered<Thousands, Hundreds, Tens, Ones>: Registrable {
    let service: any NumberedService

    init() { service = NumberedImplementation() }
}

/// Ten thousand types that can be registered.
package enum TenThousandTypes: Sendable {
    /// The number of types.
    package static var count: Int { registrations.count }

    private static let registrations = types.map { $0.registration }

    fileprivate static let types: [any Registrable.Type] = {
        let digits: [any Digit.Type] = [
            Zero.self, One.self, Two.self, Three.self, Four.self,
            Five.self, Six.self, Seven.self, Eight.self, Nine.self,
        ]
        var types: [any Registrable.Type] = []
        types.reserveCapacity(10_000)
        func add<A: Digit, B: Digit, C: Digit, D: Digit>(
            _: A.Type,
            _: B.Type,
            _: C.Type,
            _: D.Type
        ) {
            types.append(Numbered<A, B, C, D>.self)
        }
        for thousands in digits {
            for hundreds in digits {
                for tens in digits {
                    for ones in digits { add(thousands, hundreds, tens, ones) }
                }
            }
        }
        return types
    }()

    /// Registers a definition of each.
    ///
    /// - Parameter container: The container.
    package static func register(in container: Container) {
        for register in registrations { register(container) }
    }
}

/// S7: new objects of ten types in turn, among ten thousand types.
package struct TypeAmongTenThousand: Scenario {
    package static let name = "S7"
    package static let summary = "by type among 10 000"
    package static let objects = 10
    package static let operations = 10

    private final class Root: Sendable {
        @inline(never) func make<T, H, D, U>(
            _: Numbered<T, H, D, U>.Type
        ) -> Numbered<T, H, D, U> {
            Numbered()
        }
    }

    private let root = Root()
    private let container = Container()

    package init() throws {
        TenThousandTypes.register(in: container)
    }

    @inline(__always)
    private func make<T, H, D, U>(_ type: Numbered<T, H, D, U>.Type) -> Int {
        var made = root.make(type)
        return confirm(&made, is: NumberedImplementation.self)
    }

    @inline(__always)
    private func resolve<T, H, D, U>(_ type: Numbered<T, H, D, U>.Type) throws -> Int {
        var made = try container.resolve(type)
        return confirm(&made, is: NumberedImplementation.self)
    }

    package func handWired(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            confirmed += make(Numbered<Zero, Seven, Three, One>.self)
            confirmed += make(Numbered<One, Four, Nine, Two>.self)
            confirmed += make(Numbered<Two, Eight, Zero, Five>.self)
            confirmed += make(Numbered<Three, One, Six, Eight>.self)
            confirmed += make(Numbered<Four, Six, Two, Zero>.self)
            confirmed += make(Numbered<Five, Nine, Five, Four>.self)
            confirmed += make(Numbered<Six, Zero, Eight, Seven>.self)
            confirmed += make(Numbered<Seven, Five, One, Nine>.self)
            confirmed += make(Numbered<Eight, Two, Seven, Three>.self)
            confirmed += make(Numbered<Nine, Three, Four, Six>.self)
        }
        return confirmed / Self.operations
    }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            confirmed += try resolve(Numbered<Zero, Seven, Three, One>.self)
            confirmed += try resolve(Numbered<One, Four, Nine, Two>.self)
            confirmed += try resolve(Numbered<Two, Eight, Zero, Five>.self)
            confirmed += try resolve(Numbered<Three, One, Six, Eight>.self)
            confirmed += try resolve(Numbered<Four, Six, Two, Zero>.self)
            confirmed += try resolve(Numbered<Five, Nine, Five, Four>.self)
            confirmed += try resolve(Numbered<Six, Zero, Eight, Seven>.self)
            confirmed += try resolve(Numbered<Seven, Five, One, Nine>.self)
            confirmed += try resolve(Numbered<Eight, Two, Seven, Three>.self)
            confirmed += try resolve(Numbered<Nine, Three, Four, Six>.self)
        }
        return confirmed / Self.operations
    }

    package func verify() throws {
        try require(TenThousandTypes.count == 10_000, "there are ten thousand types")
        try require(mortise(1) == 1, "all ten types are found")
    }
}

/// S7random: new objects of all ten thousand types in random order, resolved by generic code.
package struct RandomTypes: Scenario {
    package static let name = "S7random"
    package static let summary = "all of 10 000 types in random order, by generic code"
    package static let objects = 10_000
    package static let operations = 10_000

    private let root = NumberedRoot()
    private let container = Container()
    private let making: [@Sendable (NumberedRoot) -> Int]
    private let resolving: [@Sendable (Container) throws -> Int]

    package init() throws {
        TenThousandTypes.register(in: container)
        let types = TenThousandTypes.types.shuffled()
        making = types.map { $0.making }
        resolving = types.map { $0.resolving }
    }

    package func handWired(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            for make in making { confirmed += make(root) }
        }
        return confirmed / Self.operations
    }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            for resolve in resolving { confirmed += try resolve(container) }
        }
        return confirmed / Self.operations
    }

    package func verify() throws {
        try require(resolving.count == 10_000, "all ten thousand types are asked for")
        try require(mortise(1) == 1, "all are found")
    }
}
