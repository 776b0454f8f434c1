// SPDX-License-Identifier: MIT

import Mortise

/// A service made from run-time arguments.
package protocol ArgumentService {
    /// The arguments, in one number.
    var number: Int { get }
}

private final class OneArgumentImplementation: ArgumentService {
    let number: Int
    init(number: Int) { self.number = number }
}

private final class ThreeArgumentsImplementation: ArgumentService {
    let number: Int
    let factor: Double
    let isNegative: Bool

    init(number: Int, factor: Double, isNegative: Bool) {
        self.number = number
        self.factor = factor
        self.isNegative = isNegative
    }
}

private final class MixedArgumentsImplementation: ArgumentService {
    let number: Int
    let label: String
    let isNegative: Bool

    init(number: Int, label: String, isNegative: Bool) {
        self.number = number
        self.label = label
        self.isNegative = isNegative
    }
}

/// S5: a new object made from one run-time argument.
package struct OneArgument: Scenario {
    package static let name = "S5"
    package static let summary = "a new object, 1 argument"
    package static let objects = 1

    private final class Root: Sendable {
        @inline(never) func service(_ number: Int) -> any ArgumentService {
            OneArgumentImplementation(number: number)
        }
    }

    private let root = Root()
    private let container: Container

    package init() throws {
        container = Container {
            $0.register { (number: Int) in
                OneArgumentImplementation(number: number) as any ArgumentService
            }
        }
    }

    package func handWired(_ iterations: Int) -> Int {
        var confirmed = 0
        for number in 0..<iterations {
            var service = root.service(number)
            confirmed += confirm(&service, is: OneArgumentImplementation.self)
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for number in 0..<iterations {
            var service: any ArgumentService = try container.resolve(arguments: number)
            confirmed += confirm(&service, is: OneArgumentImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let service: any ArgumentService = try container.resolve(arguments: 17)
        try require(service.number == 17, "the argument arrives")
    }
}

/// S5b: a new object made from three run-time arguments.
package struct ThreeArguments: Scenario {
    package static let name = "S5b"
    package static let summary = "a new object, 3 arguments"
    package static let objects = 1

    private final class Root: Sendable {
        @inline(never)
        func service(
            _ number: Int,
            _ factor: Double,
            _ isNegative: Bool
        ) -> any ArgumentService {
            ThreeArgumentsImplementation(number: number, factor: factor, isNegative: isNegative)
        }
    }

    private let root = Root()
    private let container: Container

    package init() throws {
        container = Container {
            $0.register { (number: Int, factor: Double, isNegative: Bool) in
                ThreeArgumentsImplementation(
                    number: number,
                    factor: factor,
                    isNegative: isNegative
                ) as any ArgumentService
            }
        }
    }

    package func handWired(_ iterations: Int) -> Int {
        var confirmed = 0
        for number in 0..<iterations {
            var service = root.service(number, 0.5, false)
            confirmed += confirm(&service, is: ThreeArgumentsImplementation.self)
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for number in 0..<iterations {
            var service: any ArgumentService = try container.resolve(
                arguments: number,
                0.5,
                false
            )
            confirmed += confirm(&service, is: ThreeArgumentsImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let service: any ArgumentService = try container.resolve(arguments: 17, 0.25, true)
        let made = service as? ThreeArgumentsImplementation
        try require(
            made?.number == 17 && made?.factor == 0.25 && made?.isNegative == true,
            "the arguments arrive in order"
        )
    }
}

/// S5bmixed: a new object made from three run-time arguments, one of them reference-counted and one a byte.
package struct MixedArguments: Scenario {
    package static let name = "S5bmixed"
    package static let summary = "a new object, 3 arguments: Int, String, Bool"
    package static let objects = 1

    private final class Root: Sendable {
        @inline(never)
        func service(
            _ number: Int,
            _ label: String,
            _ isNegative: Bool
        ) -> any ArgumentService {
            MixedArgumentsImplementation(number: number, label: label, isNegative: isNegative)
        }
    }

    private let root = Root()
    private let container: Container
    /// Too long for the string's inline storage.
    private let label = String(repeating: "label ", count: 10)

    package init() throws {
        container = Container {
            $0.register { (number: Int, label: String, isNegative: Bool) in
                MixedArgumentsImplementation(
                    number: number,
                    label: label,
                    isNegative: isNegative
                ) as any ArgumentService
            }
        }
    }

    package func handWired(_ iterations: Int) -> Int {
        var confirmed = 0
        for number in 0..<iterations {
            var service = root.service(number, label, number & 1 == 0)
            confirmed += confirm(&service, is: MixedArgumentsImplementation.self)
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for number in 0..<iterations {
            var service: any ArgumentService = try container.resolve(
                arguments: number,
                label,
                number & 1 == 0
            )
            confirmed += confirm(&service, is: MixedArgumentsImplementation.self)
        }
        return confirmed
    }

    package func verify() throws {
        let service: any ArgumentService = try container.resolve(arguments: 17, label, true)
        let made = service as? MixedArgumentsImplementation
        try require(
            made?.number == 17 && made?.label == label && made?.isNegative == true,
            "the arguments arrive in order"
        )
    }
}
