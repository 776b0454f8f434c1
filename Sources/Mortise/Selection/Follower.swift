// SPDX-License-Identifier: MIT

import Synchronization

/// Follows the resolution of a type in a container.
///
/// It is notified of each change and then resolves by itself. Containers know it weakly; it ends
/// with its owner.
final class Follower: Sendable {
    /// The number of changes so far.
    private let count = Atomic<Int>(0)
    private let isEnded = Atomic<Bool>(false)
    private let tell: Locked<(@Sendable () -> Void)?> = Locked(nil)
    private let places: Locked<[Place]> = Locked([])
    /// The followed types: the type itself, those it resolves through, and those forwarded to.
    private let types: Locked<Set<UInt>>
    private let type: UInt
    let container: WeakContainer

    /// - Parameters:
    ///   - type: The type to follow.
    ///   - container: The container that resolves it.
    init(_ type: UInt, in container: Container) {
        self.type = type
        types = Locked(Set(KeyWords.withUnderlying(type)))
        self.container = WeakContainer(container)
        enroll(in: container)
        if container.isClosed { end() }
    }

    deinit {
        for place in places.withLock({ $0 }) { leave(place) }
    }

    /// Also follows the types that the type currently leads to.
    ///
    /// Call this before resolving.
    func trace() {
        guard let container = container.value else { return }
        let found = KeyWords.withUnderlying(type).flatMap { container.typesOnTheWay(of: $0) }
        let isMore = types.withLock { types in
            let isMore = !types.isSuperset(of: found)
            types.formUnion(found)
            return isMore
        }
        if isMore { enroll(in: container) }
    }

    /// An entry of this follower in a container.
    private struct Place {
        let type: UInt
        let identity: ObjectIdentifier
        let container: WeakContainer
        let index: Int
    }

    /// Enters the follower in all containers that a request may reach, and in no others.
    private func enroll(in container: Container) {
        var changes: Int
        repeat {
            changes = Container.linkChanges.load(ordering: .acquiring)
            let all = container.allInOrder
            let identities = Set(all.map(ObjectIdentifier.init))
            let types = types.withLock { $0 }
            for container in all { for type in types { enter(container, type) } }
            let left = places.withLock { places in
                let left = places.filter { !identities.contains($0.identity) }
                places.removeAll { !identities.contains($0.identity) }
                return left
            }
            for place in left { leave(place) }
            // Another thread may have linked one of them before the entry was made.
        } while changes != Container.linkChanges.load(ordering: .acquiring)
    }

    private func enter(_ container: Container, _ type: UInt) {
        let identity = ObjectIdentifier(container)
        let link = WeakContainer(known: container)
        container.isFollowed.store(true, ordering: .releasing)
        let gone = places.withLock { places -> Place? in
            let known = places.firstIndex { $0.identity == identity && $0.type == type }
            // A previous container may have had the same address; a live one is this container.
            if let known, places[known].container.value != nil { return nil }
            let index = container.state.withLock { $0.extras.followers.add(self, type) }
            places.append(Place(type: type, identity: identity, container: link, index: index))
            return known.map { places.remove(at: $0) }
        }
        withExtendedLifetime(gone) {}
    }

    private func leave(_ place: Place) {
        place.container.value?.state.withLock {
            $0.extras.followers.remove(place.type, place.index)
        }
    }

    /// The number of changes so far.
    var version: Int { count.load(ordering: .acquiring) }

    /// Whether there will be no more changes.
    var isOver: Bool { isEnded.load(ordering: .acquiring) }

    /// Calls a closure after every change, outside all locks.
    func onChange(_ tell: @escaping @Sendable () -> Void) {
        self.tell.withLock { $0 = tell }
    }

    /// Handles a new or removed link, after which other containers may answer.
    func linksChanged() {
        if let container = container.value { enroll(in: container) }
        changed()
    }

    func changed() {
        count.add(1, ordering: .acquiringAndReleasing)
        tell.withLock { $0 }?()
    }

    func end() {
        isEnded.store(true, ordering: .releasing)
        changed()
    }
}

extension Follower: Hashable {
    static func == (left: Follower, right: Follower) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The followers of the types that a container resolves.
///
/// Guarded by the container's lock. Removed followers are released outside it.
struct Followers {
    private struct Place {
        weak var follower: Follower?
    }

    private struct Places {
        var all: [Place?] = []
        var free: [Int] = []
    }

    private var places = [UInt: Places]()

    var isEmpty: Bool { places.isEmpty }

    /// The followers of a type.
    func of(_ type: UInt) -> Set<Follower> {
        guard !places.isEmpty else { return [] }
        return Set(places[type]?.all.compactMap { $0?.follower } ?? [])
    }

    /// All followers.
    var all: Set<Follower> { places.keys.reduce(into: []) { $0.formUnion(of($1)) } }

    mutating func add(_ follower: Follower, _ type: UInt) -> Int {
        let place = Place(follower: follower)
        if let index = places[type]?.free.popLast() {
            places[type]?.all[index] = place
            return index
        }
        places[type, default: Places()].all.append(place)
        return (places[type]?.all.count ?? 0) - 1
    }

    mutating func remove(_ type: UInt, _ index: Int) {
        places[type]?.all[index] = nil
        places[type]?.free.append(index)
        if let known = places[type], known.free.count == known.all.count { places[type] = nil }
    }
}

extension Container.State {
    /// The followers of the definitions that a change adds, removes or replaces.
    mutating func followers(
        of change: TableChange,
        without unregistered: [Slot]
    ) -> Set<Follower> {
        guard hasExtras, !extras.followers.isEmpty else { return [] }
        let known = Set(slots)
        return followers(of: unregistered + change.slots.filter { !known.contains($0) })
    }

    /// The followers of the types that definitions answer, forwarded types included.
    mutating func followers(of slots: [Slot]) -> Set<Follower> {
        followers(of: slots.lazy.flatMap(\.typesInAll))
    }

    /// The followers of some types.
    ///
    /// One that follows several of them is there once: it is told of one change once. They are told
    /// in no particular order. The types are not asked for where nobody follows.
    mutating func followers(of types: some Sequence<UInt>) -> Set<Follower> {
        guard hasExtras, !extras.followers.isEmpty else { return [] }
        return types.reduce(into: []) { $0.formUnion(extras.followers.of($1)) }
    }
}

extension Slot {
    /// The slot's type and the types forwarded to it, read under the owner's lock.
    var typesInAll: [UInt] { [type] + forwardersInAll.map(\.type) }

    /// The slots of the types that are forwarded to it, directly or not, read under the owner's
    /// lock.
    var forwardersInAll: [Slot] {
        guard let details = existingDetails else { return [] }
        return (details.forwarders + details.inheritedForwarders).flatMap {
            [$0] + $0.forwardersInAll
        }
    }
}
