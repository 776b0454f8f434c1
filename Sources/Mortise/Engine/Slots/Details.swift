// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// What a definition says beside its key, its scope and its factory; what is registered again, or kept for
/// a layer, says the same.
struct Blueprint {
    /// The injection steps: a `StepList` of the instance's type.
    var steps: AnyObject?
    /// The callbacks of the definition: a `CallbackList` of the instance's type.
    var callbacks: AnyObject?
    /// For a forwarded type: the `Forwarder` of that type.
    var forwarder: AnyForwarder?
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
}

/// What most definitions do not have.
///
/// Guarded by the owner's lock until sealed. From then on the first part is immutable, so that it
/// is read without a lock; the second part stays guarded.
@dynamicMemberLookup
// @unchecked: see above; `keyedCells` is guarded by the owner's lock for instances.
final class Details: @unchecked Sendable {
    let isSealed = Atomic<Bool>(false)

    // MARK: Immutable once sealed

    var blueprint: Blueprint
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
    /// Dependencies that were seen while resolving, each once.
    private(set) var observed: [Dependency] = []
    private(set) var seen: Set<Seen> = []
    private var described: Set<Dependency> = []

    // MARK: Guarded by the owner's lock for instances

    var keyedCells = KeyedCells()

    // MARK: Written at any time, atomically

    private let injectsPropertiesWord = Atomic<UInt8>(0)

    /// Whether instances themselves want to hear that they were resolved.
    let callsBack = Atomic<Bool>(false)
    let wasBuilt = Atomic<Bool>(false)
    /// Whether an instance had properties to be filled.
    let hasProperties = Atomic<Bool>(false)
    /// Whether its shared instances are told apart by more than the definition: ``Slot/distinguish()``.
    let isDistinguishing = Atomic<Bool>(false)
    /// Whether it was built from and there is nothing special about it: ``Construction``.
    let isPlain = Atomic<Bool>(false)
    /// Where the properties of the instances made last lie: the newest ``PropertyLayout``, or 0.
    private let layouts = Atomic<UInt>(0)

    init(_ blueprint: Blueprint = Blueprint()) { self.blueprint = blueprint }

    /// The details of a definition that says the same.
    convenience init(like other: Details) {
        self.init(other.blueprint)
        injectsProperties = other.injectsProperties
    }

    /// Whether properties of its instances are filled, if that is not up to the container.
    var injectsProperties: Bool? {
        get {
            let word = injectsPropertiesWord.load(ordering: .relaxed)
            return word == 0 ? nil : word == 1
        }
        set {
            injectsPropertiesWord.store(newValue.map { $0 ? 1 : 2 } ?? 0, ordering: .relaxed)
        }
    }

    /// The details of a slot that keeps instances of a definition, which is sealed.
    convenience init(keptFor original: Slot) {
        self.init(like: original.details)
        isSealed.store(true, ordering: .relaxed)
    }

    /// Adds an injection step behind the others.
    func append<Instance>(_ step: @escaping StepList<Instance>.Step) {
        let earlier = blueprint.steps as? StepList<Instance>
        blueprint.steps = StepList(early: earlier?.early ?? [], (earlier?.all ?? []) + [step])
    }

    @inline(__always)
    subscript<Value>(dynamicMember path: WritableKeyPath<Blueprint, Value>) -> Value {
        get { blueprint[keyPath: path] }
        set { blueprint[keyPath: path] = newValue }
    }

    /// What a dependency was seen as: its description need not be made again.
    struct Seen: Hashable {
        let key: KeyWords
        let isInStep: Bool
        let isOptional: Bool
        let isPlural: Bool
    }

    /// Notes a dependency that was seen while resolving.
    ///
    /// - Parameters:
    ///   - seen: As what.
    ///   - dependency: Describes it.
    func observe(_ seen: Seen, _ dependency: @autoclosure () -> Dependency) {
        guard self.seen.insert(seen).inserted else { return }
        let dependency = dependency()
        // A provider is described as what it provides.
        if described.insert(dependency).inserted { observed.append(dependency) }
    }

    deinit {
        guard let newest = UnsafeRawPointer(bitPattern: layouts.load(ordering: .acquiring))
        else { return }
        Unmanaged<PropertyLayout>.fromOpaque(newest).release()
    }
}

extension Details {
    /// The layout of a class with a number of properties, if it is known.
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

    /// Remembers where the properties of a class lie, unless it remembers too many already.
    ///
    /// What it remembers stays: somebody may be looking at it.
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
        // The new one keeps the one before; if somebody was faster, the next instance tries again.
        if isDone {
            newest.map { Unmanaged.passUnretained($0).release() }
        } else {
            layout.release()
        }
    }
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
    /// The same, to be gone through without metadata of their type.
    let firstEarly: Link?
    let first: Link?

    final class Link: Sendable {
        let body: Step
        let next: Link?

        init(_ body: @escaping Step, before next: Link?) {
            self.body = body
            self.next = next
        }
    }

    init(early: [Step] = [], _ all: [Step]) {
        self.early = early
        self.all = all
        firstEarly = early.reversed().reduce(nil) { Link($1, before: $0) }
        first = all.reversed().reduce(nil) { Link($1, before: $0) }
    }

    var inOrder: [Step] { early + all }
}

/// The callbacks of a definition, in the order written.
final class CallbackList<Instance>: Sendable {
    typealias Callback = @Sendable (Instance) -> Void
    let all: [Callback]

    init(_ all: [Callback]) { self.all = all }
}
