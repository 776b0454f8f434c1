// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Mortise

/// The kind of a hot word, for tests.
enum SlotState: String, CaseIterable, Sendable {
    case fresh, opened, slow, unique, completed, shared, holder, selection

    var word: UInt {
        switch self {
        case .fresh: HotPath.fresh
        case .opened: HotPath.opened
        case .slow: HotPath.slow
        case .unique: HotPath.unique
        case .completed: HotPath.completed
        case .shared: HotPath.shared
        case .holder: 0x1000
        case .selection: HotPath.selecting(Self.selected)
        }
    }

    init?(_ word: UInt) {
        guard let state = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = state
    }

    // Never dereferenced.
    static let selected = Unmanaged<Slot>.fromOpaque(
        UnsafeRawPointer(bitPattern: 0x2000).unsafelyUnwrapped
    )
}

/// An event of a slot, and all changes it causes.
struct SlotEdges: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let event: Slot.Event
    let edges: [SlotState: SlotState]

    init(_ name: String, _ event: Slot.Event, _ edges: [SlotState: SlotState]) {
        testDescription = name
        self.event = event
        self.edges = edges
    }

    private static let allToSlow: [SlotState: SlotState] = [
        .fresh: .slow, .opened: .slow, .unique: .slow, .completed: .slow, .shared: .slow,
        .holder: .slow,
    ]

    static let all: [SlotEdges] = [
        SlotEdges("a first build begins", .opened, [.fresh: .opened]),
        SlotEdges("the first build shows no obstacle", .settled([]), [.opened: .unique]),
        SlotEdges("the first build shows an obstacle", .settled(.observed), [.opened: .slow]),
        SlotEdges("the first build fails", .settled(nil), [.opened: .slow]),
        SlotEdges("the definition is refined", .refined, [.fresh: .slow]),
        SlotEdges("a unique one was built", .built(.unique, []), [.slow: .unique]),
        SlotEdges(
            "a unique one with arguments was built",
            .built(.unique, [.arguments, .member, .substitute, .forwarding, .unstubbed]),
            [.slow: .unique]
        ),
        SlotEdges(
            "a unique one with steps, properties and callbacks was built",
            .built(.unique, [.steps, .properties, .callbacks, .arguments, .unstubbed]),
            [.slow: .completed]
        ),
        SlotEdges("a member with steps was built", .built(.unique, [.steps, .member]), [:]),
        SlotEdges(
            "a forwarded type with steps was built",
            .built(.unique, [.steps, .forwarding]),
            [:]
        ),
        SlotEdges("a shared one was built", .built(.shared, []), [.slow: .shared]),
        SlotEdges("a shared one with arguments was built", .built(.shared, .arguments), [:]),
        SlotEdges("a shared one with steps was built", .built(.shared, .steps), [:]),
        SlotEdges("a singleton was built", .built(.singleton, []), [:]),
        SlotEdges("one of another lane was built", .built(.unique, .lane), [:]),
        SlotEdges("an observed one was built", .built(.unique, .observed), [:]),
        SlotEdges("one of a closed container was built", .built(.unique, .closed), [:]),
        SlotEdges(
            "a first property is found",
            .obstructed,
            [.opened: .slow, .unique: .slow, .shared: .slow]
        ),
        SlotEdges(
            "somebody observes the container",
            .observed(reuse: false),
            SlotEdges.allToSlow.filter { $0.key != .holder }
        ),
        SlotEdges(
            "somebody observes the container and reuse",
            .observed(reuse: true),
            SlotEdges.allToSlow
        ),
        SlotEdges(
            "the container is closed",
            .closed,
            SlotEdges.allToSlow
        ),
        SlotEdges(
            "an instance is committed",
            .committed(SlotState.holder.word, [.steps, .callbacks, .properties, .unstubbed]),
            [.slow: .holder, .opened: .holder]
        ),
        SlotEdges(
            "a weak instance is committed",
            .committed(SlotState.holder.word, .weak),
            [:]
        ),
        SlotEdges(
            "an instance is committed that nobody is led to any more",
            .committed(SlotState.holder.word, .unpublished),
            [:]
        ),
        SlotEdges("the instance is dropped", .dropped, [.holder: .slow]),
        SlotEdges(
            "an implementation is selected",
            .selected(SlotState.selected),
            [.slow: .selection]
        ),
        SlotEdges("no implementation is selected", .deselected, [.selection: .slow]),
    ]
}

@Suite struct `The word of a slot` {
    @Test(arguments: SlotEdges.all)
    func `changes only along the edges of the table`(_ expected: SlotEdges) {
        for state in SlotState.allCases {
            let next = HotPath.next(after: state.word, expected.event)
            #expect(next.flatMap { SlotState($0) } == expected.edges[state], "from \(state)")
        }
    }

    @Test func `leads to another holder when another instance is committed`() {
        let next = HotPath.next(after: SlotState.holder.word, .committed(0x3000, []))
        #expect(next == 0x3000)
    }

    @Test func `leads to another implementation when that is selected`() throws {
        let other = Unmanaged<Slot>.fromOpaque(try #require(UnsafeRawPointer(bitPattern: 0x4000)))
        let next = HotPath.next(after: SlotState.selection.word, .selected(other))
        #expect(next == HotPath.selecting(other))
    }

    @Test(arguments: [Obstacles.steps, .callbacks, .properties, .lane, .observed, .closed])
    func `is not unique if the definition needs the slow path`(
        _ obstacle: Obstacles
    ) {
        #expect(HotPath.next(after: HotPath.slow, .built(.unique, obstacle)) != HotPath.unique)
        #expect(HotPath.next(after: HotPath.opened, .settled(obstacle)) == HotPath.slow)
    }

    @Test func `begins fresh if a definition has only a factory`() {
        #expect(HotPath.first(.unique, .factory, []) == HotPath.fresh)
        #expect(HotPath.first(.unique, .leaf, []) == HotPath.fresh)
        #expect(HotPath.first(.unique, .wired, []) == HotPath.slow)
        #expect(HotPath.first(.unique, .factory, .arguments) == HotPath.slow)
        #expect(HotPath.first(.unique, .factory, .lane) == HotPath.slow)
        #expect(HotPath.first(.shared, .factory, []) == HotPath.slow)
        #expect(HotPath.first(.singleton, .factory, []) == HotPath.fresh)
        #expect(HotPath.first(.weakSingleton, .factory, .weak) == HotPath.slow)
        #expect(HotPath.first(.scoped("request"), .factory, []) == HotPath.slow)
    }
}

/// The hot words of definitions in use.
@Suite struct `A slot in use` {
    private final class Service: Sendable {}

    private func state(of container: Container) throws -> SlotState? {
        let slot = try #require(container.registeredSlots.first)
        let word = slot.hot.load(ordering: .acquiring)
        return HotPath.isHolder(word) ? .holder : SlotState(word)
    }

    @Test func `goes from fresh to unique with its first instance`() throws {
        let container = Container { $0.register { Service() } }
        #expect(try state(of: container) == .fresh)
        _ = try container.resolve(Service.self)
        #expect(try state(of: container) == .unique)
    }

    @Test func `is on the slow path while it is observed, and returns`() throws {
        let container = Container { $0.register { Service() } }
        _ = try container.resolve(Service.self)
        var observation: ObservationToken? = container.observe { _ in }
        #expect(try state(of: container) == .slow)
        _ = try container.resolve(Service.self)
        #expect(try state(of: container) == .slow)
        withExtendedLifetime(observation) {}
        observation = nil
        _ = try container.resolve(Service.self)
        #expect(try state(of: container) == .unique)
    }

    @Test func `keeps its instance on the hot path unless reuse is observed`() throws {
        let container = Container { $0.register(.singleton) { Service() } }
        var first: ObservationToken? = container.observe { _ in }
        _ = try container.resolve(Service.self)
        #expect(try state(of: container) == .holder)
        var second: ObservationToken? = container.observe(reuse: true) { _ in }
        _ = try container.resolve(Service.self)
        #expect(try state(of: container) == .slow)
        withExtendedLifetime(second) { second = nil }
        _ = try container.resolve(Service.self)
        #expect(try state(of: container) == .holder)
        withExtendedLifetime(first) { first = nil }
        #expect(try state(of: container) == .holder)
    }

    @Test func `becomes shared with its first instance`() throws {
        let container = Container { $0.register(.shared) { Service() } }
        #expect(try state(of: container) == .slow)
        _ = try container.resolve(Service.self)
        #expect(try state(of: container) == .shared)
    }

    @Test func `completes instances from the second one on if it has a step`() throws {
        let container = Container()
        container.register { Service() }.injecting { _, _ in }
        #expect(try state(of: container) == .slow)
        _ = try container.resolve(Service.self)
        #expect(try state(of: container) == .completed)
        let observation = container.observe { _ in }
        #expect(try state(of: container) == .slow)
        withExtendedLifetime(observation) {}
    }

    @Test func `completes instances from the third one on if the second has a property`()
        throws
    {
        let container = Container { $0.register { Service() } }
        let attempts = Attempts()
        container.register { () -> [Service] in
            if attempts.next() == 2 { _ = Injected<Service>() }
            return [Service()]
        }
        let slot = try #require(container.registeredSlots.last)
        func word() -> UInt { slot.hot.load(ordering: .acquiring) }
        _ = try container.resolve([Service].self)
        #expect(word() == HotPath.unique)
        _ = try container.resolve([Service].self)
        #expect(word() == HotPath.slow)
        _ = try container.resolve([Service].self)
        #expect(word() == HotPath.completed)
    }

    @Test func `leads to a singleton until that is dropped`() throws {
        let container = Container { $0.register(.singleton) { Service() } }
        #expect(try state(of: container) == .fresh)
        _ = try container.resolve(Service.self)
        // Without a barrier on all threads, every read takes a lock.
        let committed = try state(of: container)
        container.dropInstances()
        #expect(try state(of: container) == (committed == .holder ? .slow : .opened))
        _ = try container.resolve(Service.self)
        #expect(try state(of: container) == committed)
    }

    @Test func `is on the slow path once its container is closed`() async throws {
        let container = Container { $0.register { Service() } }
        let scope = try container.openScope("request")
        scope.register { Service() }
        _ = try scope.resolve(Service.self)
        #expect(try state(of: scope) == .unique)
        try await scope.close()
        #expect(try state(of: scope) == .slow)
    }

    @Test func `stays on the slow path when its first build fails, until one succeeds`() throws {
        struct Failure: Error {}
        let container = Container()
        let attempts = Attempts()
        container.register { () throws -> Service in
            if attempts.next() == 1 { throw Failure() }
            return Service()
        }
        #expect(throws: ResolutionError.self) { try container.resolve(Service.self) }
        #expect(try state(of: container) == .slow)
        _ = try container.resolve(Service.self)
        #expect(try state(of: container) == .unique)
    }
}

private final class Attempts: Sendable {
    private let count = Locked(0)

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}
