// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// What most definitions do not have.
///
/// Guarded by the owner's lock until sealed. From then on the first part is immutable, so that it
/// is read without a lock; the second part stays guarded.
// @unchecked: see above; `keyedCells` is guarded by the construction site's lock.
final class Details: @unchecked Sendable {
    let isSealed = Atomic<Bool>(false)

    // MARK: Immutable once sealed

    /// The injection steps: a `StepList` of the instance's type.
    var steps: AnyObject?
    /// The callbacks of the definition: a `CallbackList` of the instance's type.
    var callbacks: AnyObject?
    /// For a forwarded type: the `Forwarder` of that type.
    var forwarder: AnyForwarder?
    /// Whether properties of its instances are filled, if that is not up to the container.
    var injectsProperties: Bool?
    /// How to dispose of the definition's instances.
    var disposals: Disposals?
    /// The key this one forwards to.
    var target: KeyWords?
    /// Whether tests must replace it.
    var isUnstubbed = false
    /// The parameters that auto-wiring fills.
    var parameters: (@Sendable () -> [Any.Type])?
    var arity = 0
    var wiring = Graph.Node.Wiring.none
    /// Whether it lives beside others of its key.
    var isContributing = false
    /// Whether it is one of several implementations, of which one is selected.
    var isSelectable = false
    /// Whether implementations of its type were known further out when it became one.
    var isGuest = false
    /// For an ambiguous key: between which.
    var candidates: [Slot] = []

    // MARK: Guarded by the owner's lock

    var isReplacing = false
    /// What a vocabulary calls the definition.
    var vocabularyDefinition: AnyObject?
    /// The definitions of other types that forward to this one, as long as they are registered.
    private var weakForwarders: [WeakSlot] = []
    var forwarders: [Slot] {
        get { weakForwarders.compactMap(\.slot) }
        set { weakForwarders = newValue.map { WeakSlot($0) } }
    }
    /// For a forwarded type of a definition that can be wired: the slots without and with arguments, which
    /// share these details.
    private var weakPair: [WeakSlot] = []
    var pair: [Slot] {
        get { weakPair.compactMap(\.slot) }
        set { weakPair = newValue.map { WeakSlot($0) } }
    }
    /// Where definitions of the same key were written that this one replaced without saying so.
    var replaced: [SourceSite] = []
    /// Dependencies that were seen while resolving.
    var observed: [Dependency] = []

    // MARK: Guarded by the construction site's lock

    var keyedCells = KeyedCells()

    // MARK: Written on first use, atomically

    /// Whether instances themselves want to hear that they were resolved.
    let callsBack = Atomic<Bool>(false)
    let wasBuilt = Atomic<Bool>(false)
    /// Whether an instance had properties to be filled.
    let hasProperties = Atomic<Bool>(false)
    /// Whether it was built from and there is nothing special about it: ``BriefConstruction``.
    let isPlain = Atomic<Bool>(false)
}

/// A definition that somebody else keeps.
struct WeakSlot {
    private(set) weak var slot: Slot?

    init(_ slot: Slot) { self.slot = slot }
}

/// The injection steps of a definition, in the order written.
final class StepList<Instance>: Sendable {
    typealias Step = @Sendable (inout Resolver, Instance) throws -> Void
    /// Those that run before the properties are filled.
    let early: [Step]
    let all: [Step]

    init(early: [Step] = [], _ all: [Step]) {
        self.early = early
        self.all = all
    }

    var inOrder: [Step] { early + all }
}

/// The callbacks of a definition, in the order written.
final class CallbackList<Instance>: Sendable {
    typealias Callback = @Sendable (Instance) -> Void
    let all: [Callback]

    init(_ all: [Callback]) { self.all = all }
}
