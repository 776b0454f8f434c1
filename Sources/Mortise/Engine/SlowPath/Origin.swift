// SPDX-License-Identifier: MIT

/// What a request knows of an instance that a builder makes or brings.
final class Origin {
    /// Whether the instance is only to be completed.
    ///
    /// No container keeps it then, but the session does if it is shared.
    let isAdopting: Bool
    /// Whether the instance is brought, and no builder decides about it.
    let isBringing: Bool
    /// Whether it was made elsewhere, without a call of the factory.
    var isForeign = true
    /// Whether it was taken; otherwise an instance is kept already.
    var wasTaken = false
    /// The definition that was found for it.
    var slot: Slot?

    init(isAdopting: Bool, isBringing: Bool = false) {
        self.isAdopting = isAdopting
        self.isBringing = isAdopting || isBringing
    }
}

/// What distinguishes the instances of one definition.
@usableFromInline enum Telling: Sendable {
    /// Nothing: there is one instance.
    case nothing
    /// The values of the run-time arguments.
    case arguments
    /// A name, which means the same for all definitions of the same names.
    case name(ArgumentValues)
}

/// The step with which a member of an assembly completes its own instance.
///
/// It may outlive the request, because a step can be postponed.
final class OwnStep<Instance> {
    private let step: (Instance) throws -> Instance?
    /// The instance that replaces the original one.
    private(set) var replacement: Holder<Instance>?
    /// Has all later requests get the replacement.
    var replacing: ((Holder<Instance>) -> Void)?

    /// - Parameter step: Completes the instance. Returns a replacement, if there is one.
    init(_ step: @escaping (Instance) throws -> Instance?) { self.step = step }

    func run(on instance: Instance) throws {
        guard let other = try step(instance) else { return }
        let holder = Holder(other)
        replacement = holder
        replacing?(holder)
    }
}
