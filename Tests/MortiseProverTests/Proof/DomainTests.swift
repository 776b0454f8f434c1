// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@testable import MortiseProver

private let here = Place(file: 0, start: 0, end: 0)
private let there = Place(file: 0, start: 1, end: 1)
private let log = SwiftType("App.Log")
private let clock = SwiftType("App.Clock")

private func definition(
    _ type: SwiftType,
    tag: DefinitionTag? = nil,
    at place: Place = here
) -> Definition {
    Definition(.factory, type, tag: tag, .unique, .synchronous, at: place)
}

private func container(_ definitions: Definition...) -> ContainerState {
    var state = ContainerState("c", .plain, sources: [], at: here)
    for definition in definitions { _ = state.add(Entry(definition: definition)) }
    return state
}

@Suite("What is known of a container")
struct ContainerStateTests {
    @Test("is certain where both ways provide a key, also by different definitions")
    func bothWays() throws {
        let joined = container(definition(log)).joined(container(definition(log, at: there))).state
        let slot = try #require(joined.order.first.flatMap { joined[$0] })
        #expect(slot.isCertain)
        #expect(slot.options.count == 2)
    }

    @Test("is uncertain where one way provides a key, and says that this was lost")
    func oneWay() throws {
        let (joined, change) = container(definition(log)).joined(container())
        let key = try #require(joined.order.first)
        #expect(joined[key]?.isCertain == false)
        #expect(change.lost == [key])
    }

    @Test(
        "has the last definition of a key, and both if the last contributes before it is published"
    )
    func replacing() {
        let (first, second) = (definition(log), definition(log, at: there))
        for isStaged in [false, true] {
            var state = container(first, second)
            #expect(state.entries.map(\.definition) == [second])
            #expect(state.entries[0].replaced.map(\.definition) == [first])
            _ = state.mark(second, isStaged: isStaged) { $0.isContributing = true }
            #expect(
                Set(state.entries.map(\.definition)) == (isStaged ? [first, second] : [second])
            )
            #expect(state.entries.allSatisfy { state[$0.key]?.isCertain == true })
        }
    }

    @Test("loses what is removed, and what forwards to it")
    func removing() {
        let first = definition(log)
        let forward = Definition(.forward(first), clock, tag: nil, .unique, .synchronous, at: there)
        var state = container(first, forward)
        let change = state.remove(first, isStaged: false)
        #expect(state.entries.isEmpty)
        #expect(change.lost.count == 2)
        #expect(state.hasChanged)
    }

    @Test("keeps only what was brought when it is reset")
    func resetting() {
        let input = Definition(.input(.provided), clock, tag: nil, .unique, .synchronous, at: here)
        let required = Definition.Kind.input(.required)
        let declared = Definition(required, log, tag: nil, .unique, .synchronous, at: there)
        var state = container(definition(log), input, declared)
        _ = state.reset()
        #expect(state.entries.map(\.definition) == [input])
    }

    @Test("may have what other code may have added, and may lack what it may have removed")
    func suffering() throws {
        var state = container(definition(log))
        let key = try #require(state.order.first)
        state.suffer(Change(added: [Entry(definition: definition(clock))], lost: [key]))
        #expect(state.entries.count == 2)
        #expect(state.order.allSatisfy { state[$0]?.isCertain == false })
    }

    @Test("does not depend on the order in which two ways are joined")
    func symmetry() {
        let one = container(definition(log), definition(clock))
        var other = container(definition(log, at: there))
        other.closed = .always
        let (first, second) = (one.joined(other).state, other.joined(one).state)
        #expect(first.closed == second.closed)
        for key in Set(first.order + second.order) {
            #expect(first[key]?.isCertain == second[key]?.isCertain)
            #expect(Set(first[key]?.options ?? []) == Set(second[key]?.options ?? []))
        }
    }
}

@Suite("What is known of a value")
struct ValueTests {
    @Test("is one of at most eight; what is not told apart escapes")
    func limit() {
        var lost: [Value] = []
        let few = (0..<8).reduce(Value.integer(0)) { $0.joined(.integer($1)) { lost.append($0) } }
        #expect(few.options.count == 8)
        #expect(few.joined(.integer(8)) { lost.append($0) } == .unknown)
        #expect(lost.isEmpty)
        let origin = Origin(place: here, path: 0)
        let both = Value.container(origin, .synchronous).joined(.unknown) { lost.append($0) }
        #expect(both == .unknown)
        #expect(lost == [.container(origin, .synchronous)])
    }

    @Test("follows what is renamed")
    func renaming() {
        let origin = Origin(place: here, path: 0)
        let value = Value.tuple([.container(origin, .main), .object(origin, log)])
        #expect(
            value.renamed { $0.old }
                == .tuple([.container(origin.old, .main), .object(origin.old, log)])
        )
    }
}

@Suite("What is known at a point")
struct StateTests {
    @Test("joins variables, and keeps those of one way; a global one may not be made yet")
    func variables() {
        let (first, third) = (Cell.global("a"), Cell.global("c"))
        let second = Cell.local(Origin(place: here, path: 0), "b")
        var state = State()
        state[first] = .integer(1)
        var other = state
        other[first] = .integer(2)
        other[second] = .boolean(true)
        other[third] = .boolean(true)
        state.join(other, lost: { _ in }, changed: { _, _ in })
        #expect(state[first] == .set([.integer(1), .integer(2)]))
        #expect(state[second] == .boolean(true))
        #expect(state[third] == .set([.unset, .boolean(true)]))
    }

    @Test("makes the latest container one of those before")
    func retiring() {
        let origin = Origin(place: here, path: 0)
        var state = State()
        state[origin] = container(definition(log))
        state[.global("c")] = .container(origin, .synchronous)
        state.retire(origin) { _ in }
        #expect(state[origin] == nil)
        #expect(state[origin.old]?.entries.count == 1)
        #expect(state[.global("c")] == .container(origin.old, .synchronous))
        #expect(state.summaries == [origin.old])
    }
}
