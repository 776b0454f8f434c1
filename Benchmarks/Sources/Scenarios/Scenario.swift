// SPDX-License-Identifier: MIT

/// One piece of work, wired by hand and by Mortise.
///
/// Both loops are in this module, the client of the library, so that they cross the same module boundaries.
/// Both follow the same rules:
///
/// - Hand-wired code is a *root*: a final class with a method for each service, like a container's
///   definitions. The methods are never inlined: real wiring is used from other modules, and a container's
///   factory is not inlined either.
/// - Every result goes through ``confirm(_:is:)``.
/// - Services are behind protocols that other modules can see, so that the optimiser cannot assume a single
///   conforming type.
package protocol Scenario: Sendable {
    /// The name in tables, options and files.
    static var name: String { get }

    /// A short description.
    static var summary: String { get }

    /// The objects that hand-wired code makes in one iteration.
    static var objects: Int { get }

    /// The operations in one iteration: times are given for one of them.
    static var operations: Int { get }

    /// Wires everything, and makes all cached objects.
    ///
    /// - Throws: The errors of resolving.
    init() throws

    /// Does the work by hand.
    ///
    /// - Parameter iterations: The number of iterations.
    /// - Returns: The number of confirmed results.
    /// - Throws: ``ScenarioFailure``, or an error of resolving.
    func handWired(_ iterations: Int) throws -> Int

    /// Does the same work with a container.
    ///
    /// - Parameter iterations: The number of iterations.
    /// - Returns: The number of confirmed results.
    /// - Throws: ``ScenarioFailure``, or an error of resolving.
    func mortise(_ iterations: Int) throws -> Int

    /// Checks one result of each side closely, without measuring.
    ///
    /// - Throws: ``ScenarioFailure``, or an error of resolving.
    func verify() throws
}

extension Scenario {
    /// One operation in an iteration; a scenario may override it.
    package static var operations: Int { 1 }

    /// A time for one iteration that no machine can beat, in nanoseconds: 5 for each object, or one cycle.
    package static var leastNanoseconds: Double { objects == 0 ? 0.2 : 5 * Double(objects) }
}

/// A wrong result.
package struct ScenarioFailure: Error, CustomStringConvertible, Sendable {
    /// The description of the error.
    package let description: String

    /// Creates a failure.
    ///
    /// - Parameter description: The description of the error.
    package init(_ description: String) { self.description = description }
}

/// Fails unless a condition holds.
func require(_ condition: Bool, _ expectation: String) throws {
    guard condition else { throw ScenarioFailure("expected that \(expectation)") }
}
