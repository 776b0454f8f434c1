// SPDX-License-Identifier: MIT

import Synchronization

/// The differences in behaviour of a vocabulary's containers.
package struct Conventions: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A step that resolves an instance still in its factory gets another instance, and so do
    /// callers that wait for that factory.
    ///
    /// Without this, a private signal unwinds the step, which runs again when the factory has
    /// returned. A vocabulary whose programs write `try!` in steps cannot have that signal.
    ///
    /// It does not help asynchronous resolves: there a signal unwinds every attempt, so such
    /// programs write `try`.
    package static let remakesInCycles = Conventions(rawValue: 1)

    /// A step that resolves an instance still in its factory gets another instance if the step
    /// cannot be unwound, and a member with arguments may need itself in its factory.
    ///
    /// A shared instance then exists twice: each request gets what its own factory made, and the
    /// rest of the graph gets the one whose factory returned last. A kept instance exists once, as
    /// with ``remakesInCycles``.
    package static let makesAnotherInCycles = Conventions(rawValue: 16)

    /// Shared and kept instances are told apart by the tag and the arguments of the request.
    ///
    /// There is one instance for each tag, even if the tag falls back. Arguments that cannot be
    /// compared count as equal. A request without arguments gets the existing instance of a
    /// definition with arguments.
    package static let keepsByRequest = Conventions(rawValue: 2)

    /// A type may have several definitions that can be auto-wired: the one with the most parameters
    /// is used, and that is no mistake.
    package static let prefersMostParameters = Conventions(rawValue: 4)

    /// A request that falls back from its tag, with a tag or without, finds no collection: an array
    /// is what is registered as one.
    package static let hasPlainArrays = Conventions(rawValue: 8)
}

/// Stands for any argument that cannot be compared.
struct IncomparableArgument: Hashable {}

extension Slot {
    /// Marks its shared instances as told apart by more than the slot, and so closes the paths that
    /// compare slots only.
    func distinguish() {
        guard scope == .shared else { return }
        // Both slots of an auto-wired definition share the details.
        guard !isDistinguished || hot.load(ordering: .relaxed) == HotPath.shared else { return }
        owner.state.withLock { _ in
            keepSealed()
            details.isDistinguishing.store(true, ordering: .releasing)
            transition(.obstructed)
        }
    }

    /// Whether its shared instances are told apart by more than the slot.
    var isDistinguished: Bool { details.isDistinguishing.load(ordering: .acquiring) }
}
