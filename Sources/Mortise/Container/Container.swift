// SPDX-License-Identifier: MIT

public import Synchronization

/// A dependency injection container, which owns definitions and the instances that it caches.
///
/// ```swift
/// let container = Container {
///     $0.register(.singleton) { HTTPClient() as any API }
///     $0.register { Presenter(api: $0) as any Presenting }
/// }
/// let presenter: any Presenting = try container.resolve()
/// ```
///
/// Pass a container to the code that needs it: none is global unless you call
/// ``installDefault(_:)``. Thread-safe. No lock is held while factories, steps, callbacks or
/// observers run.
///
/// For what it does not define, a container looks in its ``sources``, in order. A parent is a
/// source.
public final class Container: Sendable {
    @usableFromInline let table: Atomic<UInt>
    /// The first source.
    ///
    /// Most containers have no other one, and need no array.
    // Retained by hand: releasing a chain of sources one by one costs more than everything else at
    // a child's end.
    let parent: Unmanaged<Container>?
    private let furtherSources: [Container]
    /// The name in errors, graphs and events.
    public let name: String
    let state = Locked(State())
    /// Its role towards its first source.
    let role: Role
    /// Whether it or one of its ancestors is an overlay.
    let isLayered: Bool
    /// Whether members of assemblies are substituted here.
    let hasSubstitutes = Atomic<Bool>(false)
    /// Whether closing has begun.
    let isClosedWord = Atomic<Bool>(false)
    /// How far closing has come.
    ///
    /// Its lock also guards the cells and hot words of the instances kept here, and whether their
    /// slots are published.
    let instances = Locked(Closing())
    /// Its index among the children of its first source, if it is one of them.
    // Written before the container is shared, and by the thread that ends it.
    nonisolated(unsafe) var place: Int?
    /// Whether it ever had a follower.
    let isFollowed = Atomic<Bool>(false)
    /// Whether it is linked, or is a counterpart across a link.
    let isLinked = Atomic<Bool>(false)
    fileprivate let injectsPropertiesWord = Atomic<Bool>(true)
    fileprivate let conventionsWord = Atomic<UInt8>(0)
    /// Whether an input was ever declared here, or brought.
    let hasInputs = Atomic<Bool>(false)
    /// Whether it ever had a decorator.
    let hasDecorators = Atomic<Bool>(false)
    /// Whether it ever had a decorator for scopes.
    let hasScopeDecorators = Atomic<Bool>(false)
    /// Whether it has observers, so that nothing is made on the hot path.
    let isObserved = Atomic<Bool>(false)
    /// Whether one of them asks for reuse, so that no slot is hot.
    let isReuseObserved = Atomic<Bool>(false)
    /// Its number, if one was needed, or 0: ``number``.
    let knownNumber = Atomic<Int>(0)

    /// The state for registration and introspection.
    ///
    /// Guarded by the container's lock.
    struct State {
        /// The definitions in registration order.
        var slots = SlotList()
        var isFrozen = false
        private(set) var existingExtras: Extras?
        // These two are not among the extras: each request of a server uses them, and its threads
        // would contend for another count of references.
        /// The scopes and overlays that were opened here.
        var children = Children()
        /// The inputs that are expected, once they were asked for.
        var inputs: [Slot]?

        /// Whether the rarely needed state exists.
        var hasExtras: Bool { existingExtras != nil }

        /// State that few containers need.
        var extras: Extras {
            mutating get {
                if let existingExtras { return existingExtras }
                let made = Extras()
                existingExtras = made
                return made
            }
        }

        /// Forgets what was found out about the definitions, because they change.
        mutating func definitionsChange() {
            inputs = nil
            existingExtras?.contributions = [:]
            existingExtras?.scopeDecorators = nil
        }
    }

    /// State that few containers need.
    ///
    /// Guarded by the container's lock.
    // The dictionaries are not empty literals: each of those looks up the type of its elements.
    final class Extras {
        /// The definitions that answer a key without arguments, for the keys requested so far.
        var contributions = [KeyWords: [Slot]]()
        /// The decorators of each type, in the order they were added.
        var decorators = [UInt: [Slot]]()
        /// The decorators for each kind of scope, once they were asked for.
        var scopeDecorators: [ScopeName: [UInt: [Slot]]]?
        /// The decorators that this scope has from its ancestors.
        var inheritedDecorators = [UInt: [Slot]]()
        /// This scope, if it has any: it owns their wrappers.
        var inheritor: Unmanaged<Container>?
        /// The wrappers, the overlay slots that the table does not lead to, and the pinned slots.
        var routes = Routes()
        /// Notified of changes to types for which the table leads to wrappers of other containers'
        /// definitions.
        var routeFollowers = [UInt: Follower]()
        /// At how many routes those that are not needed are looked for.
        var routeLimit = 2
        /// Compared outside the lock, because a module's `==` is user code.
        var modules: [InstalledModule] = []
        /// Counts changes of `modules`.
        var moduleChanges = 0
        @exclusivity(unchecked) var observers: [Observer] = []
        var lastObserver = 0
        /// The substitutes for members of assemblies, in the order they were added.
        var substitutes: [Substitute] = []
        /// The number of the last substitute.
        var lastSubstitute = 0
        /// The first definition for each set of instance names.
        var names = [Names: Slot]()
        /// For a test's overlay: gets the error of each `unstubbed` definition that is reached.
        var refuse: (@Sendable (ResolutionError) -> Void)?
        /// The selected definitions, by type.
        var selections = Selections()
        /// The followers of what types resolve to.
        var followers = Followers()
        /// The containers it is linked with, in order.
        var peers: [WeakContainer] = []
        /// Its counterparts across the links of its sources.
        var counterparts = Counterparts()
        /// The origin of this counterpart, if it is one.
        var counterpartOrigin: CounterpartOrigin?
        /// The installs that threads are staging, by thread, innermost last.
        var groups = [UInt: [StagedInstall]]()
    }

    /// Creates an empty container.
    ///
    /// - Parameters:
    ///   - name: The name in errors, graphs and events.
    ///   - parent: The container to search for what this one does not define. It is kept alive.
    public convenience init(name: String = "container", parent: Container? = nil) {
        self.init(name, parent, [])
    }

    /// Creates a container and registers its first definitions.
    ///
    /// For more than a screenful of definitions write a ``Module`` or a function: the compiler checks
    /// the types of a long closure much more slowly.
    ///
    /// - Parameters:
    ///   - name: The name in errors, graphs and events.
    ///   - parent: The container to search for what this one does not define. It is kept alive.
    ///   - configure: Registers definitions. Runs once, before this initializer returns.
    public convenience init(
        name: String = "container",
        parent: Container? = nil,
        _ configure: (Container) throws -> Void
    ) rethrows {
        self.init(name, parent, [])
        try configure(self)
    }

    /// Creates a container with several sources.
    ///
    /// - Parameters:
    ///   - name: The name in errors, graphs and events.
    ///   - sources: The containers to search for what this one does not define, in order. They are
    ///     kept alive.
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
        // Every reader of the table keeps the container alive.
        Table(word: table.load(ordering: .acquiring)).destroy()
        parent?.release()
    }
}

extension Container {
    /// The containers to search for what this one does not define, in order: those it was created
    /// with, then the open ones that it is linked with.
    public var sources: [Container] { enclosing + peers }

    /// The sources it was created with, none of which leads back here.
    var enclosing: [Container] {
        parent.map { [$0.takeUnretainedValue()] + furtherSources } ?? []
    }

    /// The source, if there is exactly one.
    var onlySource: Container? {
        furtherSources.isEmpty && !isLinked.load(ordering: .acquiring)
            ? parent?.takeUnretainedValue() : nil
    }

    var hasSources: Bool { parent != nil }

    /// Whether the auto-injected properties of instances that this container's definitions make are
    /// filled.
    ///
    /// Defaults to `true`. ``RefinableDefinition/injectingProperties(_:)`` overrides it for one definition.
    /// A change affects instances that are made later. It is thread-safe, and possible at any time.
    public var injectsProperties: Bool {
        get { injectsPropertiesWord.load(ordering: .relaxed) }
        set { injectsPropertiesWord.store(newValue, ordering: .relaxed) }
    }

    /// The behaviour that a vocabulary changes.
    ///
    /// Set it before the first resolve.
    package var conventions: Conventions {
        get { Conventions(rawValue: conventionsWord.load(ordering: .relaxed)) }
        set {
            conventionsWord.store(newValue.rawValue, ordering: .relaxed)
            slowCollectionsDown()
        }
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
    /// A mirror of the name and the sources only: reflection must not read what other threads
    /// change.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "sources": enclosing])
    }
}
