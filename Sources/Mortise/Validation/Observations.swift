// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// The dependencies that resolves have recorded for a definition, apart for each container that its
/// factory saw.
///
/// What a factory finds in a container may decide what it asks for next. So what it asked for in one
/// container says nothing about another.
struct Observations {
    /// What was recorded, apart for each container.
    ///
    /// That of the definition's own container comes first, and is always kept. Of other containers,
    /// of which there may be any number, only the latest are.
    private var all: [Observation] = []

    /// How many containers are remembered.
    private static let limit = 4

    /// Records a dependency.
    ///
    /// - Parameters:
    ///   - seen: The identity of the dependency.
    ///   - observer: The container that the factory saw: 0 for the definition's own, or
    ///     ``Container/number``.
    ///   - dependency: Its description.
    mutating func add(
        _ seen: Seen,
        by observer: Int,
        _ dependency: @autoclosure () -> Dependency
    ) {
        if let known = all.firstIndex(where: { $0.observer == observer }) {
            return all[known].add(seen, dependency)
        }
        var new = Observation(observer: observer)
        new.add(seen, dependency)
        all.insert(new, at: observer == 0 ? 0 : all.endIndex)
        if all.count > Self.limit { all.remove(at: all[0].observer == 0 ? 1 : 0) }
    }

    /// Identifies a recorded dependency, so that it is described only once.
    struct Seen: Hashable {
        let key: KeyWords
        let isInStep: Bool
        let isOptional: Bool
        let isPlural: Bool
        let tagRule: Dependency.TagRule
    }
}

/// What was recorded while a factory saw one container, each dependency once.
private struct Observation {
    let observer: Int
    private(set) var dependencies: [Dependency] = []
    private(set) var seen: Set<Observations.Seen> = []
    private var described: Set<Dependency> = []

    init(observer: Int) { self.observer = observer }

    mutating func add(_ new: Observations.Seen, _ dependency: () -> Dependency) {
        guard seen.insert(new).inserted else { return }
        let dependency = dependency()
        // The description of a provider is that of the provided type.
        if described.insert(dependency).inserted { dependencies.append(dependency) }
    }
}

/// The containers that a factory saw when it ran, so that its requests there are recorded.
///
/// There is room for 62 children and overlays, so that what is recorded stays small. One that shares
/// its place with another is not recorded. All scopes have one place, because they are many and do
/// the same.
struct Recorded: OptionSet, AtomicRepresentable {
    let rawValue: UInt64

    /// The factory saw the definition's own container.
    static let atHome = Recorded(rawValue: 1)
    static let everywhere = Recorded(rawValue: .max)

    /// The place of a container that the factory of a definition sees.
    init(_ view: Unmanaged<Container>, of definition: Slot) {
        guard !view.owns(definition) else {
            self = .atHome
            return
        }
        self = view._withUnsafeGuaranteedRef { view in
            if case .scope = view.role { return Recorded(rawValue: 1 << 1) }
            return Recorded(rawValue: 1 << (2 + UInt64(view.number) % 62))
        }
    }

    init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension Dependency {
    /// A dependency that was recorded while resolving.
    fileprivate init(of seen: Observations.Seen) {
        self.init(
            to: seen.key.metatype,
            arguments: seen.key.argumentsMetatype.map(TypeName.elements) ?? [],
            tag: seen.key.tag,
            kind: seen.isInStep ? .property : .constructor,
            evidence: .observed,
            isOptional: seen.isOptional
        )
        isPlural = seen.isPlural
        tagRule = seen.tagRule
    }
}

// MARK: - Recording

extension UnsafeMutablePointer<Frame> {
    /// Records a request of this frame's definition.
    func record(
        _ key: KeyWords,
        isOptional: Bool = false,
        isPlural: Bool = false,
        tagRule: Dependency.TagRule = .exact
    ) {
        slotObject.record(
            key,
            seeing: view.takeUnretainedValue(),
            isInStep: isInStep,
            isOptional: isOptional,
            isPlural: isPlural,
            tagRule: tagRule
        )
    }
}

extension Slot {
    /// Records a request of the definition.
    ///
    /// - Parameters:
    ///   - key: The requested key.
    ///   - view: The container that the factory sees.
    ///   - isInStep: Whether a step asks, and not the factory.
    ///   - isOptional: Whether the request may find nothing.
    ///   - isPlural: Whether it asks for all that contribute to the key.
    ///   - tagRule: How a tag is looked up.
    func record(
        _ key: KeyWords,
        seeing view: Container,
        isInStep: Bool = false,
        isOptional: Bool = false,
        isPlural: Bool = false,
        tagRule: Dependency.TagRule = .exact
    ) {
        // What a wrapper resolves is known of its decorator.
        let slot = definition.existingDetails?.decorator ?? definition
        // A substitution says nothing about the definition itself.
        let key = key.tag.map { key.replacingTag($0.withoutSubstitution) } ?? key
        let seen = Observations.Seen(
            key: key,
            isInStep: isInStep,
            isOptional: isOptional,
            isPlural: isPlural,
            tagRule: key.tag == nil ? .exact : tagRule
        )
        let observer = slot.owner === view ? 0 : view.number
        slot.owner.state.withLock { _ in
            slot.details.observations.add(seen, by: observer, Dependency(of: seen))
        }
    }

    /// Whether the requests of the factory are recorded already, as far as they depend on the
    /// container that it sees.
    func isRecorded(seeing view: Unmanaged<Container>) -> Bool {
        let places = definitionDetails { $0?.recorded.load(ordering: .acquiring) } ?? []
        if places == .everywhere { return true }
        // The first build from a fresh definition is recorded, and notes nothing else.
        guard !places.isEmpty else {
            return hot.load(ordering: .relaxed) == HotPath.unique && view.owns(definition)
        }
        return places.contains(Recorded(view, of: definition))
    }

    /// Notes that an instance was built while its factory saw a container.
    ///
    /// - Returns: Whether that was not known.
    @discardableResult func noteRecorded(seeing view: Unmanaged<Container>) -> Bool {
        guard !isRecorded(seeing: view) else { return false }
        let definition = definition
        definition.details.note(Recorded(view, of: definition))
        return true
    }
}

extension Details {
    /// Notes where an instance was built.
    func note(_ place: Recorded) {
        var known = recorded.load(ordering: .relaxed)
        while true {
            let (isDone, found) = recorded.compareExchange(
                expected: known,
                desired: known.union(place),
                ordering: .acquiringAndReleasing
            )
            if isDone { return }
            known = found
        }
    }
}

// MARK: - Who saw what

extension Container {
    /// The number of the container, which no other one ever has.
    fileprivate var number: Int {
        let known = knownNumber.load(ordering: .relaxed)
        guard known == 0 else { return known }
        let number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        let (isFirst, first) = knownNumber.compareExchange(
            expected: 0,
            desired: number,
            ordering: .relaxed
        )
        return isFirst ? number : first
    }

    private static let lastNumber = Atomic(0)

    /// The numbers of this graph's containers, and of those that stand for one across a link.
    ///
    /// - Parameter containers: The containers of a graph.
    /// - Returns: The numbers that were given so far, with the index in the graph.
    static func observers(in containers: [Container]) -> [(number: Int, index: Int)] {
        guard containers.count > 1 else { return [] }
        let indexes = Dictionary(
            uniqueKeysWithValues: containers.enumerated().map { (ObjectIdentifier($1), $0) }
        )
        return containers.enumerated().flatMap { index, container in
            let counterparts = container.state.withLock { $0.existingExtras?.counterparts }
            let across = indexes.compactMap { identity, index in
                counterparts?[identity].map { ($0.knownNumber.load(ordering: .relaxed), index) }
            }
            return ([(container.knownNumber.load(ordering: .relaxed), index)] + across)
                .filter { $0.0 != 0 }
        }
    }
}

extension Observations {
    /// The recorded dependencies that a graph has.
    ///
    /// - Parameters:
    ///   - owner: The index of the definition's own container.
    ///   - observers: The numbers of the graph's containers, with their indexes.
    /// - Returns: The dependencies, each with the container that saw it.
    func dependencies(
        inGraphOf owner: Int,
        _ observers: [(number: Int, index: Int)]
    ) -> [Dependency] {
        all.flatMap { observation in
            let known = observers.first { $0.number == observation.observer }?.index
            let index = observation.observer == 0 ? owner : known ?? Dependency.outside
            return observation.dependencies.map { dependency in
                var dependency = dependency
                dependency.observer = index
                return dependency
            }
        }
    }
}
