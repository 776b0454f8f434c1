// SPDX-License-Identifier: MIT

import CMortiseThread
import MortiseGraph
import Synchronization

/// A replacement for a member of an assembly, or for all members with a name.
///
/// It has a definition for each member that it replaces, added when the member is evaluated.
final class Substitute: Sendable {
    /// The members that it replaces.
    enum Target: Hashable, Sendable {
        case member(DefinitionTag.Member, type: UInt)
        case named(String, of: UInt)
    }

    /// The number by which it is removed.
    let number: Int
    let target: Target
    let maker: any SubstituteMaker
    /// Whether its instances live as long as the member's would.
    private let livesLikeMember: Bool
    /// Whether removing it restores the substitution before it.
    private let isTemporary: Bool
    private let slots = Locked(Slots())
    /// Whether it has replaced a member yet.
    let hasMatched = Atomic<Bool>(false)
    /// Whether a missing match was reported.
    let wasReported = Atomic<Bool>(false)
    /// The name and the location of the call, for a report of members that do not exist.
    let name: DefinitionTag.Member?

    private struct Slots {
        var all: [Slot] = []
        var isOver = false
    }

    init(
        _ number: Int,
        _ target: Target,
        _ maker: any SubstituteMaker,
        name: DefinitionTag.Member? = nil,
        livesLikeMember: Bool = true,
        isTemporary: Bool
    ) {
        self.number = number
        self.target = target
        self.maker = maker
        self.name = name
        self.livesLikeMember = livesLikeMember
        self.isTemporary = isTemporary
        // Counted until no table that a reader may see has it.
        mortise_count_substitutions(1)
    }

    deinit { mortise_count_substitutions(-1) }

    /// Whether it permanently replaces another substitution.
    func replaces(_ other: Substitute) -> Bool {
        !isTemporary && !other.isTemporary && target == other.target
    }

    /// Whether it replaces a member.
    func matches(_ member: DefinitionTag.Member, called name: String, _ type: UInt) -> Bool {
        switch target {
        case .member(let other, let otherType): member == other && type == otherType
        case .named(let other, let assembly): name == other && member.identity == assembly
        }
    }

    /// The definition that replaces a member's.
    func slot(
        for key: KeyWords,
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        owner: Container,
        _ factory: (any SubstituteMaker) -> ErasedFactory
    ) -> Slot {
        hasMatched.store(true, ordering: .relaxed)
        return slots.withLock { slots in
            if let known = slots.all.first(where: { $0.key == key }) { return known }
            let slot = Slot(
                key,
                livesLikeMember ? lifetime : .unique,
                kind: .substitute,
                lane: maker.isAsync ? .async : .sync,
                owner: owner,
                factory: factory(maker),
                file: site.file.address,
                line: site.line
            )
            // No other thread has it yet.
            slot.isPublished = !slots.isOver
            slots.all.append(slot)
            return slot
        }
    }

    func forEachSlot(_ body: (Slot) -> Void) {
        slots.withLock { $0.all }.forEach(body)
    }

    /// Ends the substitution.
    ///
    /// - Returns: Its definitions.
    func end() -> [Slot] {
        slots.withLock { slots in
            slots.isOver = true
            return slots.all
        }
    }
}

/// The substitutions of members in a container, in the order of their calls.
///
/// Part of a table: a running resolve keeps the substitutions that it saw first.
@usableFromInline final class Substitutions: Sendable {
    private let all: [Substitute]

    init(_ all: [Substitute]) { self.all = all }

    /// The last substitution that matches a member.
    func last(for member: DefinitionTag.Member, called name: String, _ type: UInt) -> Substitute? {
        all.last { $0.matches(member, called: name, type) }
    }
}

// MARK: - Makers
