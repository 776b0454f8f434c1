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

    /// The pieces of code that may run at any time from here on, and what they can do with containers.
    var accesses = Accesses()

    /// The needs of the factory that runs which it has asked for on every way.
    var asked: Set<Int> = []

    /// What the factory that runs has asked for and may go on without.
    var handled: Set<Handled> = []

    enum Handled: Hashable {
        /// A need, a request of a captured container, or a scope that is opened, whose error was handled.
        case need(Int), request(Int), opening(Int)
        /// A request of code that is no factory, whose error is kept.
        case visit(Int)
        /// A need that gives nothing, with its place.
        case optional(Int, Place)
    }

    /// The tasks that have begun on every way, since when nothing has changed that they may have changed,
    /// too, by the numbers of what they run.
    var begun: Set<Int> = []

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

    static func next() -> Int {
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
        let ways = Facts.apart(facts, other.facts)
        facts = facts.or(other.facts)
        if containersVersion != other.containersVersion {
            containersVersion = Self.next()
            var changes: [Origin: Change] = [:]
            for (origin, second) in other.containers {
                guard let first = containers[origin] else {
                    containers[origin] = second
                    continue
                }
                let (joined, change) = first.joined(second, under: ways, because: cause)
                containers[origin] = joined
                if !change.lost.isEmpty || change.gap != nil { changes[origin] = change }
            }
            for (origin, change) in changes.inOrder { changed(origin, change) }
        }
        if cellsVersion != other.cellsVersion {
            cellsVersion = Self.next()
            var less: [Cell: [Value]] = [:]
            func join(_ first: Value, _ second: Value, in cell: Cell) {
                cells[cell] = first.joined(second, under: ways) {
                    less[cell, default: []].append($0)
                }
            }
            for (cell, second) in other.cells {
                if let first = cells[cell] ?? (isMadeOnce(cell) ? .unset : nil) {
                    join(first, second, in: cell)
                } else {
                    cells[cell] = second
                }
            }
            for (cell, first) in cells
            where other.cells[cell] == nil && isMadeOnce(cell) {
                join(first, .unset, in: cell)
            }
            for (_, values) in less.inOrder { values.forEach(lost) }
        }
        accesses.join(other.accesses)
        summaries.formUnion(other.summaries)
        objects.formUnion(other.objects)
        asked.formIntersection(other.asked)
        handled.formUnion(other.handled)
        begun.formIntersection(other.begun)
        later?.containers.formUnion(other.later?.containers ?? [])
        later?.cells.formUnion(other.later?.cells ?? [])
    }

    /// Whether a variable that only one of two states has is made when it is first read.
    private func isMadeOnce(_ cell: Cell) -> Bool {
        if case .global = cell { true } else { false }
    }

    /// Whether another state knows nothing that this one does not.
    func covers(_ other: State) -> Bool {
        (containersVersion == other.containersVersion || containers == other.containers)
            && (cellsVersion == other.cellsVersion || cells == other.cells)
    }

    /// What is known whatever some tests have turned out as, for code that may run after other outcomes.
    ///
    /// Values and containers lose all outcomes then, also those of other tests.
    func without(_ tests: Set<Facts.Label>) -> State {
        guard !tests.isEmpty else { return self }
        var state = self
        state.facts = facts.without(tests)
        state.cells = cells.mapValues(\.withoutFacts)
        state.containers = containers.mapValues(\.withoutFacts)
        (state.cellsVersion, state.containersVersion) = (Self.next(), Self.next())
        return state
    }

    /// Makes what came into being at a place one of those that were made there before.
    mutating func retire(_ origin: Origin, lost: (Value) -> Void) {
        accesses.share(origin)
        let rename: (Origin) -> Origin = { $0 == origin ? origin.old : $0 }
        summaries.insert(origin.old)
        var renamed: [Cell: Value] = [:]
        for (cell, value) in cells.inOrder {
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
        containers[origin.old] = retired.joined(to: containers[origin.old]).withoutFacts
        containersVersion = Self.next()
    }
}

extension Dictionary where Key: Comparable {
    /// Its pairs in the order of the keys, which is the same each time the command runs.
    var inOrder: [Element] { sorted { $0.key < $1.key } }
}
