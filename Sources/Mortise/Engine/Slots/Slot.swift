// SPDX-License-Identifier: MIT

public import MortiseGraph
public import Synchronization

/// A definition in its place: what it makes, how, for how long, and the word that says what to do
/// when it is asked for. It is the place of the instance that needs no run-time arguments.
// Small, because there may be many: what few definitions have is kept elsewhere.
//
// @unchecked: everything is immutable or atomic, but for `details`, which has rules of its own,
// and what is guarded by the owner's lock for instances.
@usableFromInline final class Slot: Cell, @unchecked Sendable {
    // First: it is called where it lies.
    @usableFromInline let factory: ErasedFactory
    /// What to do without asking anything else: ``HotPath``.
    ///
    /// Written by ``transition(_:)`` alone.
    @usableFromInline let hot: Atomic<UInt>
    @usableFromInline let type: UInt
    /// What the key has besides its type.
    @usableFromInline let keyExtra: KeyExtra?
    let kind: Kind
    let scope: EngineScope
    let lane: Lane
    /// Whether the owner's table still leads here.
    ///
    /// Guarded by the owner's lock for instances.
    @exclusivity(unchecked) var isPublished = false
    /// Whether its hot word ever led to an instance, so that somebody may have read that.
    ///
    /// Guarded by the owner's lock for instances.
    @exclusivity(unchecked) var wasHot = false
    let line: UInt32
    let file: UnsafePointer<UInt8>?
    /// The owner keeps its slots, never the other way round.
    unowned(unsafe) let owner: Container
    private let detailsWord: Atomic<UInt>
    /// For a slot that keeps instances for a layer: the definition.
    let original: Slot?

    @usableFromInline enum Kind: UInt8, Sendable {
        /// A factory that gets the resolver, and its arguments if the key has any.
        case factory
        /// A factory that gets nothing: it may only resolve from a container it captured.
        case leaf
        /// A member of an assembly, which says itself each time how it is made.
        case member
        /// What is made in place of what a member makes.
        case substitute
        /// The way from a plain key to a factory with arguments that are resolved.
        case wired
        /// Several definitions could be wired.
        case ambiguous
        /// Another type, or an optional, of a definition.
        case forwarding
        /// The untagged key of several implementations: the way to the selected one.
        case selection

        /// Whether it is a definition of its own, and not a way to one.
        var callsFactory: Bool { self == .factory || self == .leaf }
    }

    /// Where the factory runs.
    @usableFromInline enum Lane: UInt8, Sendable {
        case sync
        case mainActor
        /// The same, and what it makes may leave the main actor.
        case mainActorSendable
        case async

        var isMainActor: Bool { self == .mainActor || self == .mainActorSendable }
    }

    init(
        _ key: KeyWords,
        _ scope: EngineScope,
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
        hot = Atomic(details == nil ? HotPath.first(scope, kind, obstacles) : HotPath.slow)
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
        self.owner = owner
        self.file = file
        self.line = line
        detailsWord = Atomic(
            details.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
        )
    }

    /// A slot that keeps instances of a definition for a container: for a layer, or where the definition
    /// itself keeps none.
    init(keeping original: Slot, for scope: EngineScope, owner: Container) {
        self.original = original
        hot = Atomic(HotPath.slow)
        factory = original.factory
        type = original.type
        keyExtra = original.keyExtra
        kind = original.kind
        self.scope = scope
        lane = original.lane
        self.owner = owner
        file = original.file
        line = original.line
        detailsWord = Atomic(0)
    }

    /// The plain key of several definitions between which nothing decides.
    static func ambiguous(_ candidates: [Slot], owner: Container) -> Slot {
        let first = candidates[0]
        let details = Details()
        details.candidates = candidates
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

    /// What a table is searched for.
    var word: UInt { keyExtra == nil ? type : key.word }

    @usableFromInline var key: KeyWords {
        KeyWords(type: type, arguments: arguments, tag: tag)
    }

    /// The type of the tuple of run-time arguments, or 0.
    var arguments: UInt { keyExtra?.arguments ?? 0 }

    @inlinable var tag: DefinitionTag? { keyExtra?.tag }

    /// Whether it has one instance for each of something that its key does not say.
    var isToldApart: Bool { keyExtra?.isToldApart == true }

    /// Under which definition its instances are known, by address: itself, or the first one of the same
    /// names.
    var knownAs: UnsafeMutableRawPointer {
        Unmanaged.passUnretained(keyExtra?.namesake ?? self).toOpaque()
    }

    /// For a definition whose arguments can be resolved: the slot of its plain key.
    var wired: Slot? { keyExtra?.wired }

    var site: SourceSite? {
        file.map { SourceSite(file: String(cString: $0), line: Int(line)) }
    }

    /// Where it was written, for the end of a phrase.
    var place: String { site.map { " at \($0)" } ?? "" }

    /// Whether the owner's table still leads here.
    var isPublishedNow: Bool { owner.instances.withLock { _ in isPublished } }

    // MARK: Details

    /// The details, if there are any yet.
    var existingDetails: Details? {
        UnsafeRawPointer(bitPattern: detailsWord.load(ordering: .acquiring)).map {
            Unmanaged<Details>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// The details, made if need be.
    ///
    /// Once made they stay.
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

    /// Looks at the details of the definition it keeps instances of, if there are any yet.
    @inline(__always) func definitionDetails<Result>(_ body: (Details?) -> Result) -> Result {
        guard let original else { return inPlace(body) }
        return Unmanaged.passUnretained(original)._withUnsafeGuaranteedRef { $0.inPlace(body) }
    }

    /// Looks at the details, if there are any yet, without counting a reference.
    @inline(__always) func inPlace<Result>(_ body: (Details?) -> Result) -> Result {
        let word = detailsWord.load(ordering: .acquiring)
        guard let opaque = UnsafeRawPointer(bitPattern: word) else { return body(nil) }
        return Unmanaged<Details>.fromOpaque(opaque)._withUnsafeGuaranteedRef(body)
    }

    /// The details after which nothing of the definition changes any more.
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

    /// Whether anything was built from the definition, so that nothing of it changes any more.
    ///
    /// Under the owner's lock.
    var isSealed: Bool {
        let hot = self.hot.load(ordering: .relaxed)
        return hot == HotPath.opened || hot == HotPath.unique
            || existingDetails?.isSealed.load(ordering: .acquiring) == true
    }

    /// What was built from stays as it is, whatever its hot word says from now on.
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

/// What few keys have: run-time arguments, and a tag.
@usableFromInline final class KeyExtra: Sendable {
    @usableFromInline let arguments: UInt
    @usableFromInline let tag: DefinitionTag?
    let wired: Slot?
    /// For a member: the word of its key, and what else tells it from others.
    @usableFromInline let member: MemberKey?
    /// For a member whose instances go by names: the definition that was the first of those that share them.
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

/// Keeps a committed instance, so that it can be read without unpacking anything.
// @unchecked: caching scopes take `Sendable` instances only; the others keep theirs inside one
// session.
@usableFromInline final class Holder<Instance>: @unchecked Sendable {
    @usableFromInline let instance: Instance

    @inlinable init(_ instance: Instance) { self.instance = instance }

    /// The instance as an object that can be watched weakly; `nil` for values.
    var object: AnyObject? { objectInside(instance) }
}
