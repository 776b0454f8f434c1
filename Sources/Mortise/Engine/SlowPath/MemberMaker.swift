// SPDX-License-Identifier: MIT

/// Makes the instance of a member of an assembly, with the member's own code.
///
/// A substitute for the member has a factory instead.
final class MemberMaker<Instance>: Maker<Instance> {
    private let other: Maker<Instance>?
    private let member: () throws -> Instance
    private let asyncMember: (@Sendable () async throws -> Instance)?
    private let ownTelling: Telling?
    private let brings: Bool

    /// - Parameters:
    ///   - member: Makes the instance.
    ///   - asyncMember: Makes the instance if the member is asynchronous.
    ///   - other: Makes the instance of a substitute.
    ///   - telling: What distinguishes the instances, if not the arguments of a substitute.
    ///   - isBringing: Whether the member only returns what was made elsewhere.
    ///   - ownStep: Completes the instance once it exists.
    init(
        _ member: @escaping () throws -> Instance,
        awaiting asyncMember: (@Sendable () async throws -> Instance)? = nil,
        insteadOf other: Maker<Instance>? = nil,
        telling: Telling? = nil,
        isBringing: Bool = false,
        ownStep: OwnStep<Instance>?
    ) {
        brings = isBringing
        self.member = member
        self.asyncMember = asyncMember
        self.other = other
        ownTelling = telling
        super.init(other?.arguments ?? 0, ownStep: ownStep)
    }

    override var isBrought: Bool { brings }

    override var telling: Telling { ownTelling ?? super.telling }

    override func make(_ slot: Slot, _ frame: FramePointer) throws -> Instance {
        if slot.kind == .member { return try member() }
        guard let other else { return try super.make(slot, frame) }
        return try other.make(slot, frame)
    }

    override func asyncFactory(for slot: Slot) -> AsyncFactory<Instance>? {
        guard slot.kind == .member, let asyncMember else { return other?.asyncFactory(for: slot) }
        return AsyncFactory { _ in try await asyncMember() }
    }

    override func values(_ frame: FramePointer) throws -> [AnyHashable]? {
        try other?.values(frame)
    }

    override func maker<Other>(
        of type: Other.Type,
        for caller: Caller,
        _ convert: @escaping (Other) throws -> Instance,
        given: @escaping (Instance) -> Void
    ) -> Maker<Other>? {
        other?.maker(of: type, for: caller, convert, given: given)
    }
}
