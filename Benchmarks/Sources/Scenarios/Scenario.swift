// SPDX-License-Identifier: MIT

/// One piece of work, wired by hand and by Mortise.
///
/// Both loops are here, in the module that is the client of the library, so that neither crosses a
/// boundary that the other does not. Both keep to the same rules:
///
/// - Hand-wired code is a *root*: a final class with a method for each service, as a container has a
///   definition for each. The methods are never inlined: wiring is in one place and used in others,
///   and a factory that a container calls is not inlined either.
/// - Every result goes through ``confirm(_:is:)``.
/// - Services are behind protocols that more than this module can see, so that the optimiser cannot
///   take the only conforming type for granted.
package protocol Scenario: Sendable {
    /// What tables, options and files call it.
    static var name: String { get }

    /// What it does, in a few words.
    static var summary: String { get }

    /// The objects that hand-wired code makes in one iteration.
    static var objects: Int { get }

    /// The operations in one iteration: times are given for one of them.
    static var operations: Int { get }

    /// Wires everything, and makes what is made only once.
    ///
    /// - Throws: What resolving throws.
    init() throws

    /// Does the work by hand.
    ///
    /// - Parameter iterations: How often.
    /// - Returns: The number of results that were confirmed to be right.
    /// - Throws: ``ScenarioFailure``, or what resolving throws.
    func handWired(_ iterations: Int) throws -> Int

    /// Does the same work by asking a container.
    ///
    /// - Parameter iterations: How often.
    /// - Returns: The number of results that were confirmed to be right.
    /// - Throws: ``ScenarioFailure``, or what resolving throws.
    func mortise(_ iterations: Int) throws -> Int

    /// Looks closely at one result of each, without measuring anything.
    ///
    /// - Throws: ``ScenarioFailure``, or what resolving throws.
    func verify() throws
}

extension Scenario {
    /// One operation in an iteration, unless a scenario says otherwise.
    package static var operations: Int { 1 }

    /// What no machine does one iteration in, in nanoseconds: 5 for each object, or one cycle.
    package static var leastNanoseconds: Double { objects == 0 ? 0.2 : 5 * Double(objects) }
}

/// A result that is not what it should be.
package struct ScenarioFailure: Error, CustomStringConvertible, Sendable {
    /// What is wrong with it.
    package let description: String

    /// Describes a failure.
    ///
    /// - Parameter description: What is wrong.
    package init(_ description: String) { self.description = description }
}

/// Fails unless a condition holds.
func require(_ condition: Bool, _ expectation: String) throws {
    guard condition else { throw ScenarioFailure("expected that \(expectation)") }
}
