// SPDX-License-Identifier: MIT

import MortiseGraph
public import Synchronization

/// Owns definitions, and the instances whose lifetime is its own.
///
/// ```swift
/// let container = Container {
///     $0.register(.singleton) { HTTPClient() as any API }
///     $0.register { Presenter(api: $0) as any Presenting }
/// }
/// let presenter: any Presenting = try container.resolve()
/// ```
///
/// A container is a value to pass around: there is no global one. It may be used from any thread;
/// no lock is held while factories, steps, callbacks or observers run.
///
/// Containers relate in one way: a container asks an ordered list of sources for what it does not
/// define itself. A parent is a source.
public final class Container: Sendable {
    @usableFromInline let table: Atomic<UInt>
    /// The first of the containers that are asked for what this one does not define: for most, the
    /// only one, which so needs no array.
    // Held by hand: going through a chain of sources to let go of them one by one costs more than
    // all else that a child's end does.
    let parent: Unmanaged<Container>?
    private let furtherSources: [Container]
    /// What errors, graphs and events call it.
    public let name: String
    let state = Locked(State())
    /// What it is to its first source.
    let role: Role
    /// Whether it is an overlay, or has one among its sources.
    let isLayered: Bool
    /// Whether members of assemblies are substituted here.
    let hasSubstitutes = Atomic<Bool>(false)
    /// Whether closing has begun.
    let isClosedWord = Atomic<Bool>(false)
    /// How far its end has come, behind the lock for its instances: that guards the cells and the hot words
    /// of what it keeps, and whether that is still published.
    let instances = Locked(Closing())
    /// Where its first source knows it, if it does.
    // Written before anybody else has the container, and by whoever ends it.
    nonisolated(unsafe) var place: Int?
    /// Whether anybody ever followed what a type is resolved to.
    let isFollowed = Atomic<Bool>(false)
    /// Whether it is linked with others, or stands for somebody across a link.
    let isLinked = Atomic<Bool>(false)
    fileprivate let injectsPropertiesWord = Atomic<Bool>(true)
    fileprivate let conventionsWord = Atomic<UInt8>(0)
    /// Whether anybody listens: then nothing is hot.
    let isObserved = Atomic<Bool>(false)

    /// What only registering and looking at the container need.
    ///
    /// Guarded by the container's lock.
    struct State {
        /// Definitions in the order they were registered.
        var slots = SlotList()
        var isFrozen = false
        private(set) var existingExtras: Extras?

        /// Whether there is anything that few containers have.
        var hasExtras: Bool { existingExtras != nil }

        /// What few containers have.
        var extras: Extras {
            mutating get {
                if let existingExtras { return existingExtras }
                let made = Extras()
                existingExtras = made
                return made
            }
        }
    }

    /// What few containers have.
    ///
    /// Guarded by the container's lock.
    final class Extras {
        /// The definitions that live under one plain key, as far as anybody has asked.
        var contributions: [KeyWords: [Slot]] = [:]
        /// Compared outside the lock: a module may be Hashable in its own way.
        var modules: [InstalledModule] = []
        /// How often that has changed.
        var moduleChanges = 0
        var observers: [(number: Int, observer: Observer)] = []
        var lastObserver = 0
        /// What is made in place of members of assemblies, in the order it was asked for.
        var substitutes: [Substitute] = []
        /// How often something was.
        var lastSubstitute = 0
        /// The first definition whose instances go by some names.
        var names: [Names: Slot] = [:]
        /// The overlaySlots that the table does not lead to, by definition.
        var hiddenOverlaySlots: [ObjectIdentifier: Slot] = [:]
        /// For an overlay of a test: who hears of what should have been replaced.
        var refuse: (@Sendable (ResolutionError) -> Void)?
        /// The scopes and overlays that were opened here.
        var children = Children()
        /// What is selected, by type.
        var selections = Selections()
        /// What keeps an instance of definitions that keep none.
        var pinnedSlots: [Slot] = []
        /// Who follows what a type is resolved to.
        var followers = Followers()
        /// The containers it is linked with, in order.
        var peers: [WeakContainer] = []
        /// What stands for it across the links of those that it was made with.
        var counterparts = Counterparts()
        /// What it stands for across a link, if anything.
        var counterpartOrigin: CounterpartOrigin?
        /// What threads are putting together just now, by thread, innermost last.
        var groups: [UInt: [StagedInstall]] = [:]
    }

    typealias Observer = @Sendable (ResolutionEvent) -> Void

    /// Creates an empty container.
    ///
    /// - Parameters:
    ///   - name: What errors, graphs and events call it.
    ///   - parent: A container that is asked for what this one does not define. It is kept alive.
    public convenience init(name: String = "container", parent: Container? = nil) {
        self.init(name, parent, [])
    }

    /// Creates a container and registers its first definitions.
    ///
    /// - Parameters:
    ///   - name: What errors, graphs and events call it.
    ///   - parent: A container that is asked for what this one does not define. It is kept alive.
    ///   - configure: Registers definitions. Runs once, before this initializer returns.
    public convenience init(
        name: String = "container",
        parent: Container? = nil,
        _ configure: (Container) throws -> Void
    ) rethrows {
        self.init(name, parent, [])
        try configure(self)
    }

    /// Creates a container that asks several others.
    ///
    /// - Parameters:
    ///   - name: What errors, graphs and events call it.
    ///   - sources: The containers that are asked for what this one does not define, in order. They
    ///     are kept alive.
    public convenience init(name: String = "container", sources: [Container]) {
        self.init(name, sources.first, Array(sources.dropFirst()))
    }

    init(
        _ name: String,
        _ parent: Container?,
        _ furtherSources: [Container],
        role: Role = .plain
    ) {
        self.name = name
        self.role = role
        isLayered =
            role == .overlay || parent?.isLayered == true
            || furtherSources.contains(where: \.isLayered)
        self.parent = parent.map { .passRetained($0) }
        self.furtherSources = furtherSources
        table = Atomic(0)
        let room = role == .plain ? 1 : 6
        table.store(Table.make(roomFor: room, owner: self).word, ordering: .releasing)
    }

    deinit {
        leaveUnclosed()
        // Whoever could read it would keep the container alive.
        Table(word: table.load(ordering: .acquiring)).destroy()
        parent?.release()
    }
}

extension Container {
    /// The containers that are asked for what this one does not define, in order: those it was made
    /// with, then the open ones that it is linked with.
    public var sources: [Container] { enclosing + peers }

    /// The sources it was made with: none of them leads back here.
    var enclosing: [Container] {
        parent.map { [$0.takeUnretainedValue()] + furtherSources } ?? []
    }

    /// The only source, if there is just one.
    var onlySource: Container? {
        furtherSources.isEmpty && !isLinked.load(ordering: .acquiring)
            ? parent?.takeUnretainedValue() : nil
    }

    var hasSources: Bool { parent != nil }

    /// Whether auto-injected properties of what the container's definitions make are filled; they
    /// are unless this says otherwise.
    ///
    /// A definition may differ: ``Definition/injectingProperties(_:)``. A change counts for
    /// instances that are made later; it may be made on any thread at any time.
    public var injectsProperties: Bool {
        get { injectsPropertiesWord.load(ordering: .relaxed) }
        set { injectsPropertiesWord.store(newValue, ordering: .relaxed) }
    }

    /// What it does as a vocabulary has it, and not as others do.
    ///
    /// To be set before anything is resolved.
    package var conventions: Conventions {
        get { Conventions(rawValue: conventionsWord.load(ordering: .relaxed)) }
        set { conventionsWord.store(newValue.rawValue, ordering: .relaxed) }
    }

    var hasFurtherSources: Bool {
        !furtherSources.isEmpty || isLinked.load(ordering: .acquiring)
    }
}

extension Container: CustomStringConvertible {
    /// The container's name and the number of its definitions.
    public var description: String {
        "Container \"\(name)\", definitions: \(registeredSlots.count)"
    }
}

extension Container: CustomReflectable {
    /// Only what is safe to look at: reflection must not read what other threads change.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "sources": enclosing])
    }
}
