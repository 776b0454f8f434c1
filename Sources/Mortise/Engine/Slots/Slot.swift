// SPDX-License-Identifier: MIT

public import MortiseGraph
public import Synchronization

/// A registered definition: its key, its factory, its lifetime, and the hot word that says how to
/// resolve it.
///
/// It is also the cell of the instance that needs no run-time arguments.
// Small, because there may be many: `Details` and `KeyExtra` have the rare parts.
//
// @unchecked: everything is immutable or atomic, except `details`, which has rules of its own,
// and the properties that the owner's lock for instances guards.
@usableFromInline final class Slot: Cell, @unchecked Sendable {
    // First, because it is called in place: `factoryAddress`.
    @usableFromInline let factory: ErasedFactory
    /// The hot word, which says how to resolve the slot: ``HotPath``.
    ///
    /// Only ``transition(_:)`` writes it.
    @usableFromInline let hot: Atomic<UInt>
    @usableFromInline let type: UInt
    /// The key without its type.
    @usableFromInline let keyExtra: KeyExtra?
    // Bytes first, and then what has four: an order that leaves no gaps.
    let kind: Kind
    let lane: Lane
    /// Whether the owner's table still leads here.
    ///
    /// Guarded by the owner's lock for instances.
    @exclusivity(unchecked) var isPublished = false
    /// Whether its hot word ever led to an instance, which a thread may have read then.
    ///
    /// Guarded by the owner's lock for instances.
    @exclusivity(unchecked) var wasHot = false
    let scope: EngineLifetime
    let line: UInt32
    let file: UnsafePointer<UInt8>?
    /// The container that owns it, which keeps its slots alive.
    let unretainedOwner: Unmanaged<Container>
    private let detailsWord: Atomic<UInt>
    /// For an overlay slot or a pinned slot: the definition.
    let original: Slot?

    @usableFromInline enum Kind: UInt8, Sendable {
        /// A factory that gets the resolver, and its arguments if the key has any.
        case factory
        /// A factory that gets nothing: it can only resolve from a container that it captured.
        case leaf
        /// A member of an assembly, which says at each access how it is made.
        case member
        /// A replacement for a member of an assembly.
        case substitute
        /// A plain key that leads to a factory whose arguments are resolved.
        case wired
        /// A plain key for which several definitions could be wired.
        case ambiguous
        /// A key that forwards to a definition: another type, or an optional.
        case forwarding
        /// The untagged key of several implementations, which leads to the selected one.
        case selection
        /// The key that hides the definitions of its type and tag in the sources.
        case hiding
        /// An input that another container has to bring.
        case input
        /// An input that may be left out.
        case optionalInput
        /// An input that was brought from outside, which the factory returns.
        case provided
        /// A collection of what contributes to a type.
        case collection
        /// A decorator, which no request finds.
        case decorator

        /// Whether resolving it calls a factory of its own, not that of another definition.
        var callsFactory: Bool { self == .factory || self == .leaf }

        /// Whether it is an input that is yet to be brought.
        var isExpected: Bool { self == .input || self == .optionalInput }

        /// Whether it answers a request only where no definition does.
        var givesWay: Bool { isExpected || self == .collection }

        /// Whether what it asks for is declared, so that it need not be recorded.
        var isTransparent: Bool { self == .wired || handsOn }

        /// Whether its instances are made elsewhere, and are complete.
        var handsOn: Bool { self == .forwarding || isComplete }

        /// Whether calling its factory is all that there is to do.
        var isComplete: Bool { self == .provided || self == .collection }
    }

    /// Where the factory runs.
    @usableFromInline enum Lane: UInt8, Sendable {
        case sync
        case mainActor
        /// The main actor, which the instance may leave.
        case mainActorSendable
        case async

        var isMainActor: Bool { self == .mainActor || self == .mainActorSendable }
    }

    init(
        _ key: KeyWords,
        _ scope: EngineLifetime,
        kind: Kind = .factory,
        lane: Lane = .sync,
        owner: Container,
        factory: ErasedFactory,
        file: UnsafePointer<UInt8>?,
        line: UInt32,
        wired: Slot? = nil,
        member: MemberKey? = nil,
        namesake: Slot? = nil,
        isToldApart: Bool = false,
        details: Details? = nil
    ) {
        original = nil
        let obstacles = Obstacles(kind, lane, scope, hasArguments: key.arguments != 0)
        hot = Atomic(
            (details == nil || kind.isComplete) && !Self.isCollection(kind, beside: owner)
                ? HotPath.first(scope, kind, obstacles) : HotPath.slow
        )
        self.factory = factory
        type = key.type
        keyExtra =
            key.arguments == 0 && key.tag == nil && wired == nil
            ? nil
            : KeyExtra(
                arguments: key.arguments,
                tag: key.tag,
                wired: wired,
                member: member,
                namesake: namesake,
                isToldApart: isToldApart
            )
        self.kind = kind
        self.scope = scope
        self.lane = lane
        unretainedOwner = .passUnretained(owner)
        self.file = file
        self.line = line
        detailsWord = Atomic(
            details.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
        )
    }

    /// Creates an overlay slot, or a pinned slot: it keeps instances of a definition for a
    /// container.
    init(keeping original: Slot, for scope: EngineLifetime, owner: Container) {
        self.original = original
        hot = Atomic(HotPath.slow)
        factory = original.factory
        type = original.type
        keyExtra = original.keyExtra
        kind = original.kind
        self.scope = scope
        lane = original.lane
        unretainedOwner = .passUnretained(owner)
        file = original.file
        line = original.line
        detailsWord = Atomic(0)
    }

    /// A slot for the plain key of several definitions between which nothing decides.
    static func ambiguous(_ candidates: [Slot], owner: Container) -> Slot {
        let first = candidates[0]
        let details = Details()
        details.candidates = candidates
        details.answersAnyTag = candidates.contains(where: \.answersAnyTag)
        return Slot(
            KeyWords(type: first.type, tag: first.tag),
            .unique,
            kind: .ambiguous,
            owner: owner,
            factory: first.factory,
            file: nil,
            line: 0,
            details: details
        )
    }

    /// A slot for a collection of what contributes to a type in a container.
    static func collection(_ collection: Collection, _ members: [Slot], like declared: Slot?)
        -> Slot
    {
        let details = Details()
        details.candidates = members
        let first = declared ?? members[0]
        return Slot(
            collection.key,
            .unique,
            kind: .collection,
            owner: first.owner,
            factory: collection.factory,
            file: first.file,
            line: first.line,
            details: details
        )
    }

    /// A slot whose key hides the definitions of a definition's type and tag in the sources.
    static func hiding(for replacement: Slot) -> Slot {
        Slot(
            replacement.key.hiding,
            .unique,
            kind: .hiding,
            owner: replacement.owner,
            factory: replacement.factory,
            file: nil,
            line: 0,
            details: Details()
        )
    }

    deinit {
        let word = detailsWord.load(ordering: .acquiring)
        guard let opaque = UnsafeRawPointer(bitPattern: word) else { return }
        Unmanaged<Details>.fromOpaque(opaque).release()
    }

    @inlinable @inline(__always) func answers(_ other: KeyWords) -> Bool {
        guard type == other.type else { return false }
        guard let keyExtra else { return other.arguments == 0 && other.tag == nil }
        return keyExtra.arguments == other.arguments && keyExtra.tag == other.tag
    }

    /// The word that a table lookup compares.
    var word: UInt { keyExtra == nil ? type : key.word }

    @usableFromInline var key: KeyWords {
        KeyWords(type: type, arguments: arguments, tag: tag)
    }

    /// The type of the tuple of run-time arguments, or 0.
    var arguments: UInt { keyExtra?.arguments ?? 0 }

    @inlinable var tag: DefinitionTag? { keyExtra?.tag }

    var owner: Container { unretainedOwner.takeUnretainedValue() }

    /// Whether it answers requests with a tag that no definition has.
    var answersAnyTag: Bool { definitionDetails { $0?.answersAnyTag == true } }

    /// Whether it has an instance for each value of something that is not in its key.
    var isToldApart: Bool { keyExtra?.isToldApart == true }

    /// The address under which its instances are known: its own, or that of the first definition
    /// with the same names.
    var knownAs: UnsafeMutableRawPointer {
        Unmanaged.passUnretained(keyExtra?.namesake ?? self).toOpaque()
    }

    /// The slot of the plain key, if the arguments of the definition can be resolved.
    var wired: Slot? { keyExtra?.wired }

    var site: SourceSite? { Place(file: file, line: line).site }

    /// The source site as the end of a phrase, or nothing.
    var place: String { site.map { " at \($0)" } ?? "" }

    /// Whether the owner's table leads here now, read under the lock.
    var isPublishedNow: Bool { owner.instances.withLock { _ in isPublished } }

    // MARK: Details

    /// The details, if there are any yet.
    var existingDetails: Details? {
        UnsafeRawPointer(bitPattern: detailsWord.load(ordering: .acquiring)).map {
            Unmanaged<Details>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// The details, created if need be.
    ///
    /// Once created, they stay.
    var details: Details {
        if let existingDetails { return existingDetails }
        let made = Unmanaged.passRetained(original.map(Details.init(keptFor:)) ?? Details())
        let (won, found) = detailsWord.compareExchange(
            expected: 0,
            desired: UInt(bitPattern: made.toOpaque()),
            ordering: .acquiringAndReleasing
        )
        if won { return made.takeUnretainedValue() }
        made.release()
        let other = UnsafeRawPointer(bitPattern: found).unsafelyUnwrapped
        return Unmanaged<Details>.fromOpaque(other).takeUnretainedValue()
    }

    /// Passes the details of the definition to a body, if there are any yet.
    @inline(__always) func definitionDetails<Result>(_ body: (Details?) -> Result) -> Result {
        guard let original else { return inPlace(body) }
        return Unmanaged.passUnretained(original)._withUnsafeGuaranteedRef { $0.inPlace(body) }
    }

    /// Passes the details to a body without retaining them, if there are any yet.
    @inline(__always) func inPlace<Result>(_ body: (Details?) -> Result) -> Result {
        let word = detailsWord.load(ordering: .acquiring)
        guard let opaque = UnsafeRawPointer(bitPattern: word) else { return body(nil) }
        return Unmanaged<Details>.fromOpaque(opaque)._withUnsafeGuaranteedRef(body)
    }

    /// Seals the definition, which cannot change from then on, and returns its details.
    @inline(__always) func sealed() -> Details {
        let details = self.details
        if !details.isSealed.load(ordering: .acquiring) {
            owner.state.withLock { _ in
                transition(.refined)
                details.isSealed.store(true, ordering: .releasing)
            }
        }
        return details
    }

    /// Whether the definition cannot change any more, because something was built from it.
    ///
    /// Under the owner's lock.
    var isSealed: Bool {
        // Acquiring: who opens a definition seals its details before the word changes again.
        let hot = self.hot.load(ordering: .acquiring)
        return hot == HotPath.opened || hot == HotPath.unique
            || existingDetails?.isSealed.load(ordering: .acquiring) == true
    }

    /// Keeps a sealed definition sealed when its hot word changes.
    ///
    /// Under the owner's lock.
    func keepSealed() {
        guard isSealed else { return }
        details.isSealed.store(true, ordering: .releasing)
    }
}

extension Slot: Hashable {
    @usableFromInline static func == (lhs: Slot, rhs: Slot) -> Bool { lhs === rhs }

    @usableFromInline func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The parts that few keys have, such as run-time arguments and a tag.
@usableFromInline final class KeyExtra: Sendable {
    @usableFromInline let arguments: UInt
    @usableFromInline let tag: DefinitionTag?
    let wired: Slot?
    /// For a member: the word of its key, and the rest of its identity.
    @usableFromInline let member: MemberKey?
    /// For a member whose instances are known by names: the first definition with the same names.
    let namesake: Slot?
    let isToldApart: Bool

    init(
        arguments: UInt,
        tag: DefinitionTag?,
        wired: Slot?,
        member: MemberKey?,
        namesake: Slot?,
        isToldApart: Bool
    ) {
        self.arguments = arguments
        self.tag = tag
        self.wired = wired
        self.member = member
        self.namesake = namesake
        self.isToldApart = isToldApart
    }
}

/// An object that keeps a committed instance, which is read without unpacking anything.
// @unchecked: caching lifetimes take `Sendable` instances only; instances of other lifetimes stay
// inside one session.
@usableFromInline final class Holder<Instance>: @unchecked Sendable {
    @usableFromInline let instance: Instance

    @inlinable init(_ instance: Instance) { self.instance = instance }

    /// The instance as an object for weak references; `nil` for a value.
    var object: AnyObject? { objectInside(instance) }
}
