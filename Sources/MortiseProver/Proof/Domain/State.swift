// SPDX-License-Identifier: MIT

import Synchronization

/// What is known at a point of the program, on all ways that lead there.
struct State {
    /// The containers that may exist.
    private(set) var containers: [Origin: ContainerState] = [:]

    /// What variables and properties hold.
    private(set) var cells: [Cell: Value] = [:]

    /// The containers and objects of which only one can exist are not among these.
    var summaries: Set<Origin> = []

    /// The objects that may exist.
    var objects: Set<Origin> = []

    /// The numbers of the pieces of code that may run at any time from here on.
    private(set) var pending: Set<Int> = []

    /// The access to containers that those have, where it is less than any.
    private var limits: [Origin: [Int: Access]] = [:]

    /// What a piece of code that may run at any time can do with a container.
    enum Access: Comparable {
        /// The container was made after it escaped.
        case none
        /// It runs only after the container was asked for something.
        case onceAsked
        case always
    }

    /// The needs of the factory that runs which it has asked for on every way.
    var asked: Set<Int> = []

    /// How tests have turned out on every way to here.
    var facts = Facts()

    /// In code that runs later: its number, and what of the changes since it escaped has been taken in.
    var later: Later?

    struct Later {
        let number: Int
        var containers: Set<Origin> = []
        var cells: Set<Cell> = []
    }

    /// Changes with each change of the containers, and of the variables.
    private var containersVersion = 0
    private var cellsVersion = 0
    private static let versions = Atomic(0)

    private static func next() -> Int {
        versions.add(1, ordering: .relaxed).newValue
    }

    subscript(container: Origin) -> ContainerState? {
        get { containers[container] }
        set {
            containers[container] = newValue
            containersVersion = Self.next()
        }
    }

    /// Drops what is known of a container that is about to change.
    mutating func forget(_ container: Origin) { containers[container] = nil }

    /// Drops a variable that ends.
    mutating func forget(_ cell: Cell) {
        if cells[cell] != nil { self[cell] = nil }
    }

    /// Lets pieces of code run from here on, with whatever there is now.
    mutating func release(_ numbers: some Sequence<Int>, whenAsked container: Origin? = nil) {
        if let container {
            for number in numbers where access(of: number, to: container) == .none {
                limits[container, default: [:]][number] = .onceAsked
            }
        }
        for origin in Array(limits.keys) where origin != container {
            for number in numbers { limits[origin]?[number] = nil }
        }
        pending.formUnion(numbers)
    }

    /// Notes that a container is made that is none of those which other code may have.
    mutating func noteNew(_ container: Origin) {
        limits[container] = Dictionary(pending.map { ($0, .none) }) { first, _ in first }
    }

    /// Notes that any code may get at what there is.
    mutating func share() { limits = [:] }

    /// What a piece of code may do with a container from here on.
    func access(of number: Int, to container: Origin) -> Access {
        guard containers[container] != nil, pending.contains(number) else { return .none }
        return limits[container]?[number] ?? .always
    }

    subscript(cell: Cell) -> Value? {
        get { cells[cell] }
        set {
            cells[cell] = newValue
            cellsVersion = Self.next()
        }
    }

    /// Joins another state that leads here, too.
    ///
    /// - Parameters:
    ///   - other: The other state.
    ///   - cause: The condition that decides between them, if it is one.
    ///   - lost: Is given what a variable may hold and is not told apart any more.
    ///   - changed: Is given what is less certain now than it was in one of them.
    mutating func join(
        _ other: State,
        because cause: Place? = nil,
        lost: (Value) -> Void,
        changed: (Origin, Change) -> Void
    ) {
        joinLimits(other)
        let ways = Facts.apart(facts, other.facts)
        facts = facts.or(other.facts)
        if containersVersion != other.containersVersion {
            containersVersion = Self.next()
            for (origin, second) in other.containers {
                guard let first = containers[origin] else {
                    containers[origin] = second
                    continue
                }
                let (joined, change) = first.joined(second, under: ways, because: cause)
                containers[origin] = joined
                if !change.lost.isEmpty || change.gap != nil { changed(origin, change) }
            }
        }
        if cellsVersion != other.cellsVersion {
            cellsVersion = Self.next()
            for (cell, second) in other.cells {
                let first = cells[cell]
                cells[cell] = first.map { $0.joined(second, under: ways, lost: lost) } ?? second
            }
        }
        summaries.formUnion(other.summaries)
        objects.formUnion(other.objects)
        asked.formIntersection(other.asked)
        later?.containers.formUnion(other.later?.containers ?? [])
        later?.cells.formUnion(other.later?.cells ?? [])
    }

    private mutating func joinLimits(_ other: State) {
        let apart = pending.symmetricDifference(other.pending)
        for origin in Set(limits.keys).union(other.limits.keys) {
            let (first, second) = (limits[origin] ?? [:], other.limits[origin] ?? [:])
            let isShared = containers[origin] != nil && other.containers[origin] != nil
            if isShared, apart.isEmpty, first == second { continue }
            var both: [Int: Access] = [:]
            for number in apart.union(first.keys).union(second.keys) {
                let access = max(
                    access(of: number, to: origin),
                    other.access(of: number, to: origin)
                )
                if access < .always { both[number] = access }
            }
            limits[origin] = both
        }
        pending.formUnion(other.pending)
    }

    /// Whether another state knows nothing that this one does not.
    func covers(_ other: State) -> Bool {
        (containersVersion == other.containersVersion || containers == other.containers)
            && (cellsVersion == other.cellsVersion || cells == other.cells)
    }

    /// Makes what came into being at a place one of those that were made there before.
    mutating func retire(_ origin: Origin, lost: (Value) -> Void) {
        limits[origin] = nil
        let rename: (Origin) -> Origin = { $0 == origin ? origin.old : $0 }
        summaries.insert(origin.old)
        var renamed: [Cell: Value] = [:]
        for (cell, value) in cells {
            var key = cell
            if case .field(origin, let usr) = cell { key = .field(origin.old, usr) }
            let value = value.renamed(rename)
            renamed[key] = renamed[key].map { $0.joined(value, lost: lost) } ?? value
        }
        cells = renamed
        if objects.remove(origin) != nil { objects.insert(origin.old) }
        cellsVersion = Self.next()
        guard let retired = containers.removeValue(forKey: origin) else { return }
        containers = containers.mapValues { $0.renamed(rename) }
        let known = containers[origin.old]
        containers[origin.old] = (known.map { $0.joined(retired).state } ?? retired).withoutFacts
        containersVersion = Self.next()
    }
}
