// SPDX-License-Identifier: MIT

import Synchronization

/// What containers of a vocabulary do otherwise.
package struct Conventions: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A step that asks for what is still in its factory gets another instance, and who waits for that
    /// factory gets the same.
    ///
    /// Otherwise the step runs again when the factory has returned: it is unwound by a private signal, which
    /// a vocabulary cannot have whose programs write `try!` in steps.
    ///
    /// It is no help where a container is asked asynchronously: an attempt is unwound by a signal, whoever wrote
    /// the factories. There such programs write `try`.
    package static let remakesInCycles = Conventions(rawValue: 1)

    /// Instances that are shared or kept belong to what they were asked for with.
    ///
    /// There is one for each tag, also where that falls back. Arguments that cannot be compared are all alike.
    /// Who asks without arguments gets what is there already of a definition with some.
    package static let keepsByRequest = Conventions(rawValue: 2)
}

/// Any argument that cannot be compared.
struct IncomparableArgument: Hashable {}

extension Slot {
    /// Its shared instances are told apart by more than the slot: a path that looks for the slot alone is not
    /// for it.
    func distinguish() {
        guard scope == .shared else { return }
        // The slots of a definition that can be wired share the details.
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
