// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
package import Synchronization

/// A service made for each request, whose definition comes and goes.
package protocol PassingService: Sendable {
    /// 1 while the object lives.
    var mark: Int { get }
}

/// A service kept until its definition is replaced.
package protocol ReplacedService: Sendable {
    /// 1 while the object lives.
    var mark: Int { get }
}

private final class PassingImplementation: PassingService {
    let mark = 1
}

// @unchecked: the mark changes only in `deinit`, when nobody should be able to read it.
private final class ReplacedImplementation: ReplacedService, @unchecked Sendable {
    private(set) var mark = 1
    private let living: LivingCount

    init(_ living: LivingCount) {
        self.living = living
        living.number.add(1, ordering: .relaxed)
    }

    deinit {
        mark = 0
        living.number.subtract(1, ordering: .relaxed)
    }
}

/// The number of living objects.
package final class LivingCount: Sendable {
    /// The number.
    package let number = Atomic<Int>(0)
}

/// A small container whose definitions are replaced, removed and reset beside readers.
package final class ChangingContainer: Sendable {
    private let container = Container()
    private let root = Root()

    /// The living kept objects.
    package let living = LivingCount()

    private final class Root: Sendable {
        private let replaced: any ReplacedService = ReplacedImplementation(LivingCount())

        @inline(never) func kept() -> any ReplacedService { replaced }
        @inline(never) func passing() -> any PassingService { PassingImplementation() }
    }

    /// The state of the one thread that changes the container.
    package struct Changes: ~Copyable {
        private let changing: ChangingContainer
        private var passing: Definition<any PassingService>

        /// Registers everything.
        ///
        /// - Parameter changing: The container to change.
        package init(_ changing: ChangingContainer) {
            self.changing = changing
            passing = changing.registerAll()
        }

        /// Resets the container and registers everything again.
        package mutating func registerAnew() {
            changing.container.reset()
            passing = changing.registerAll()
        }

        /// Makes one change: replaces, removes and registers again, or resets and registers again.
        ///
        /// - Parameter number: The number of the change; each tenth is a reset.
        package mutating func make(_ number: Int) {
            if number % 10 == 0 {
                registerAnew()
            } else if number % 2 == 0 {
                changing.container.remove(passing)
                passing = changing.registerPassing()
            } else {
                changing.registerReplaced()
            }
        }
    }

    /// Creates an empty container.
    package init() {}

    private func registerAll() -> Definition<any PassingService> {
        registerReplaced()
        return registerPassing()
    }

    private func registerPassing() -> Definition<any PassingService> {
        container.register { PassingImplementation() as any PassingService }
    }

    private func registerReplaced() {
        let living = living
        container.register(.singleton) { ReplacedImplementation(living) as any ReplacedService }
    }

    // MARK: Reading without changes

    /// Makes objects by hand.
    package func handWiredPassing(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service = root.passing()
            confirmed += confirm(&service, is: PassingImplementation.self)
        }
        return confirmed
    }

    /// Gets an object by hand.
    package func handWiredKept(_ iterations: Int) -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service = root.kept()
            confirmed += confirm(&service, is: ReplacedImplementation.self)
        }
        return confirmed
    }

    /// Resolves new objects.
    package func resolvePassing(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service: any PassingService = try container.resolve()
            confirmed += confirm(&service, is: PassingImplementation.self)
        }
        return confirmed
    }

    /// Resolves the kept object.
    package func resolveKept(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var service: any ReplacedService = try container.resolve()
            confirmed += confirm(&service, is: ReplacedImplementation.self)
        }
        return confirmed
    }

    /// Borrows the kept object.
    package func borrowKept(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            confirmed += try container.with((any ReplacedService).self) { $0.mark }
        }
        return confirmed
    }

    // MARK: Reading during changes

    /// The results of a reader.
    package struct Readings: Sendable {
        /// The number of found objects.
        package fileprivate(set) var found = 0
        /// The number of reads just after a removal.
        package fileprivate(set) var missing = 0
        /// The number of released objects that were found: always 0 without defects.
        package fileprivate(set) var dead = 0

        /// Creates empty results.
        package init() {}

        fileprivate mutating func read(_ mark: () throws -> Int) throws {
            do {
                if try mark() == 1 { found += 1 } else { dead += 1 }
            } catch DiagnosticCode.missingBinding {
                missing += 1
            }
        }

        /// Adds another reader's results.
        package static func + (one: Readings, other: Readings) -> Readings {
            var sum = one
            sum.found += other.found
            sum.missing += other.missing
            sum.dead += other.dead
            return sum
        }
    }

    /// Reads by every kind of request.
    ///
    /// - Parameter iterations: The number of reads of each kind.
    /// - Returns: The results.
    /// - Throws: Any error of resolving except a missing definition.
    package func readThroughChanges(_ iterations: Int) throws -> Readings {
        var readings = Readings()
        for _ in 0..<iterations {
            try readings.read { try container.resolve((any PassingService).self).mark }
            try readings.read { try container.resolve((any ReplacedService).self).mark }
            try readings.read { try container.with((any ReplacedService).self) { $0.mark } }
        }
        return readings
    }
}
