// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// The parts of a definition beside its key, its lifetime and its factory.
///
/// A definition that is registered again copies it, and so does a slot that keeps its instances.
struct Blueprint {
    /// The injection steps: a `StepList` of the instance's type.
    var steps: AnyObject?
    /// The callbacks of the definition: a `CallbackList` of the instance's type.
    var callbacks: AnyObject?
    /// For a forwarded type: the `Forwarder` of that type.
    var forwarder: AnyForwarder?
    /// How to dispose of the definition's instances.
    var disposals: Disposals?
    /// The key that the definition forwards to.
    var target: KeyWords?
    /// Whether tests must replace it.
    var isUnstubbed = false
    /// Whether it answers requests with a tag that no definition has.
    var answersAnyTag = false
    /// The parameters that auto-wiring fills.
    var parameters: (@Sendable () -> [Any.Type])?
    var arity = 0
    var wiring = Graph.Node.Wiring.none
}

/// The parts of a slot that most slots do not have.
///
/// Guarded by the owner's lock until sealed. From then on the first part is immutable and read
/// without a lock; the second part stays guarded.
@dynamicMemberLookup
// @unchecked: see above; `keyedCells` is guarded by the owner's lock for instances.
final class Details: @unchecked Sendable {
    let isSealed = Atomic<Bool>(false)

    // MARK: Immutable once sealed

    var blueprint: Blueprint
    /// Whether it coexists with other definitions of its key.
    var isContributing = false
    /// For a contributing definition: the factory of its list, specialised by a client's code.
    var list: ErasedFactory?
    /// Whether it is one of several implementations, of which one is selected.
    var isSelectable = false
    /// Whether an ancestor had implementations of the type already when this became one.
    var isGuest = false
    /// For an ambiguous key: the definitions that it could lead to; for a collection: its members.
    var candidates: [Slot] = []

    /// For an input that each scope makes itself: registers its definition there.
    var bring: (@Sendable (_ scope: Container) -> Void)?

    /// For a decorator: how it wraps.
    var wrap: WrapperFactory?
    /// For a wrapper: the definition that it wraps, and the decorator.
    var decorated: Slot?
    var decorator: Slot?
    /// For a wrapper with a kept instance: the slot that keeps the original, unless that is the
    /// wrapped one.
    ///
    /// Guarded by the owner's lock.
    var keeper: WeakSlot?
    /// For a pinned slot of a forwarded type: the definition whose instance it keeps, with its wrappers.
    var source: Slot?

    // MARK: Guarded by the owner's lock

    /// The definitions that it is marked as replacing.
    var replacing: Graph.Node.Replacement?
    /// The vocabulary's own object for the definition.
    var vocabularyDefinition: AnyObject?
    /// The registered definitions of other types that forward to this one.
    private var weakForwarders: [WeakSlot] = []
    var forwarders: [Slot] {
        get { weakForwarders.compactMap(\.slot) }
        set { weakForwarders = newValue.map { WeakSlot($0) } }
    }
    /// Those that forwarded to the definitions that this one replaced.
    private var weakInheritedForwarders: [WeakSlot] = []
    var inheritedForwarders: [Slot] {
        get { weakInheritedForwarders.compactMap(\.slot) }
        set { weakInheritedForwarders = newValue.map { WeakSlot($0) } }
    }
    /// For a forwarded type of a definition that can be wired: the slots without and with
    /// arguments, which share these details.
    private var weakPair: [WeakSlot] = []
    var pair: [Slot] {
        get { weakPair.compactMap(\.slot) }
        set { weakPair = newValue.map { WeakSlot($0) } }
    }
    /// The wrappers around its instances, which are dropped with those, and its pinned slots.
    var dependents = Dependents()
    /// The source sites of the definitions that this one replaced.
    var replaced: [SourceSite] = []
    /// Whether one of those answered any tag.
    var replacedAnyTag = false
    /// Whether it counts as seen although it may not have run.
    var isMarkedSeen = false
    /// The dependencies that resolves have recorded.
    var observations = Observations()

    // MARK: Guarded by the owner's lock for instances

    var keyedCells = KeyedCells()

    // MARK: Written at any time, atomically

    private let injectsPropertiesWord = Atomic<UInt8>(0)

    /// Whether instances have a callback of their own for being resolved.
    let callsBack = Atomic<Bool>(false)
    /// For a definition: whether tasks try to resolve it at once.
    let trials = Trial.Record()
    /// For a definition: the places where an instance was built, so that its requests are recorded.
    let recorded = Atomic<Recorded>([])
    /// Whether an instance had properties to be filled.
    let hasProperties = Atomic<Bool>(false)
    /// Whether more than the definition identifies a shared instance: ``Slot/distinguish()``.
    let isDistinguishing = Atomic<Bool>(false)
    /// Whether an instance was built, and nothing prevents untracked ones: ``Construction``.
    let isPlain = Atomic<Bool>(false)
    /// The address of the newest ``PropertyLayout``, or 0.
    private let layouts = Atomic<UInt>(0)

    init(_ blueprint: Blueprint = Blueprint()) { self.blueprint = blueprint }

    /// Creates details with the blueprint and the property injection of others.
    convenience init(like other: Details) {
        self.init(other.blueprint)
        injectsProperties = other.injectsProperties
    }

    /// Whether properties of its instances are filled; `nil` if the container decides.
    var injectsProperties: Bool? {
        get {
            let word = injectsPropertiesWord.load(ordering: .relaxed)
            return word == 0 ? nil : word == 1
        }
        set {
            injectsPropertiesWord.store(newValue.map { $0 ? 1 : 2 } ?? 0, ordering: .relaxed)
        }
    }

    /// Creates sealed details for a slot that keeps instances of a definition.
    convenience init(keptFor original: Slot) {
        self.init(like: original.details)
        isSealed.store(true, ordering: .relaxed)
    }

    /// Adds an injection step after the others of its kind.
    func append<Instance>(
        _ step: @escaping StepList<Instance>.Step,
        beforeProperties isEarly: Bool = false
    ) {
        let earlier = blueprint.steps as? StepList<Instance>
        blueprint.steps = StepList(
            early: (earlier?.early ?? []) + (isEarly ? [step] : []),
            (earlier?.all ?? []) + (isEarly ? [] : [step])
        )
    }

    @inline(__always)
    subscript<Value>(dynamicMember path: WritableKeyPath<Blueprint, Value>) -> Value {
        get { blueprint[keyPath: path] }
        set { blueprint[keyPath: path] = newValue }
    }

    deinit {
        guard let newest = UnsafeRawPointer(bitPattern: layouts.load(ordering: .acquiring))
        else { return }
        Unmanaged<PropertyLayout>.fromOpaque(newest).release()
    }
}

extension Details {
    /// The remembered layout of a class with this number of properties.
    func layout(of type: UInt, _ count: Int) -> Unmanaged<PropertyLayout>? {
        var next = UnsafeRawPointer(bitPattern: layouts.load(ordering: .acquiring))
        while let opaque = next {
            let layout = Unmanaged<PropertyLayout>.fromOpaque(opaque)
            if layout._withUnsafeGuaranteedRef({ $0.matches(type, count) }) { return layout }
            next = layout._withUnsafeGuaranteedRef {
                $0.next.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
            }
        }
        return nil
    }

    /// Remembers where the properties of a class lie, unless the limit is reached.
    ///
    /// A layout is never removed: another thread may be reading it.
    func remember(_ type: UInt, _ places: [PropertyLayout.Place]) {
        guard layout(of: type, places.count) == nil else { return }
        let word = layouts.load(ordering: .acquiring)
        let newest = UnsafeRawPointer(bitPattern: word).map {
            Unmanaged<PropertyLayout>.fromOpaque($0).takeUnretainedValue()
        }
        guard newest.map({ $0.depth < PropertyLayout.limit }) ?? true else { return }
        let layout = Unmanaged.passRetained(PropertyLayout(type, places, before: newest))
        let (isDone, _) = layouts.compareExchange(
            expected: word,
            desired: UInt(bitPattern: layout.toOpaque()),
            ordering: .acquiringAndReleasing
        )
        // The new layout retains the one before. If another thread was faster, the next instance
        // tries again.
        if isDone {
            newest.map { Unmanaged.passUnretained($0).release() }
        } else {
            layout.release()
        }
    }
}

/// A weak reference to a slot.
struct WeakSlot {
    private(set) weak var slot: Slot?

    init(_ slot: Slot) { self.slot = slot }
}
