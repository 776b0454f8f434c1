// SPDX-License-Identifier: MIT

import Foundation
import MortiseEasyDi
import MortiseTestSupport
import Testing

import struct Mortise.Locked

protocol Named: AnyObject {
    var name: String { get }
}

final class Thing: Named {
    var name = "thing"
    var number = 0
    var other: Thing?
    weak var owner: Thing?
}

final class Maker {
    class func make() -> Thing! { Thing() }
}

struct Value: Equatable {
    var number = 0
    var inner: [Int] = []
}

/// The standard error of a program that ended.
func said(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

// Each test has its own assembly classes, so that tests are independent.

@Suite struct `Assemblies and contexts` {
    private let context = DIContext()

    final class First: Assembly {
        lazy var second: Second = self.context.assembly()
        var token: String?
        var thing: Thing { define(scope: .lazySingleton, init: Thing()) }
        var farewell: Farewell { define(scope: .lazySingleton, init: Farewell()) }
        var withOther: Thing {
            define(init: Thing()) {
                $0.other = self.second.thing
                return $0
            }
        }
    }

    final class Farewell {
        deinit { _ = First.instance().thing }
    }

    final class Second: Assembly {
        var thing: Thing {
            define(init: Thing()) {
                $0.owner = First.instance(from: self.context).withOther
                return $0
            }
        }
    }

    @Test func `E-1, E-2: there is one assembly of a type in a context`() {
        let context = DIContext()
        let assembly: First = context.assembly()
        #expect(context.instance(for: First.self) === assembly)
        #expect(First.instance(from: context) === assembly)
        #expect(First.instance(from: DIContext()) !== assembly)
        #expect(assembly.context === context)
    }

    @Test func `E-2: a context keeps its assemblies, and they do not keep it`() {
        weak var weakContext: DIContext?
        weak var weakAssembly: First?
        do {
            let context = DIContext()
            weakContext = context
            weakAssembly = First.instance(from: context)
            _ = First.instance(from: context).withOther
            #expect(weakAssembly != nil)
        }
        #expect(weakContext == nil)
        #expect(weakAssembly == nil)
    }

    @Test func `E-2: all threads have one assembly, with what it stores, and share the objects`()
        async
    {
        let context = context
        let assembly = First.instance(from: context)
        assembly.token = "of this thread"
        let (thing, identity) = (ObjectIdentifier(assembly.thing), ObjectIdentifier(assembly))
        let lock = NSLock()
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                let assembly = First.instance(from: context)
                #expect(ObjectIdentifier(assembly) == identity)
                #expect(ObjectIdentifier(assembly.thing) == thing)
                #expect(assembly.token == "of this thread")
                // The user guards stored properties.
                lock.withLock { assembly.token = "of the other one" }
                done.resume()
            }
        }
        #expect(lock.withLock { assembly.token } == "of the other one")
    }

    @Test func `E-2: threads that ask at the same time get one assembly`() async {
        for _ in 0..<50 {
            let context = DIContext()
            let all = await withTaskGroup(of: ObjectIdentifier.self) { group in
                for _ in 0..<4 {
                    group.addTask { ObjectIdentifier(First.instance(from: context)) }
                }
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(all.count == 1)
        }
    }

    @Test func `E-3: an assembly without a context ends the program when it is used`() async {
        let first = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = First().thing
        }
        #expect(said(first).contains("First belongs to none"))
        let second = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = First.instance(from: DIContext()).thing
        }
        #expect(said(second).contains("First belongs to none, or nothing has kept its DIContext"))
    }

    @Test func `E-4: the default context may be replaced, and put back`() async {
        await #expect(processExitsWith: .success) {
            let old = DIContext.defaultInstance
            let thing = First.instance().thing
            precondition(First.instance().thing === thing)
            DIContext.defaultInstance = DIContext()
            precondition(First.instance().thing !== thing)
            DIContext.defaultInstance = old
            precondition(First.instance().thing === thing)
        }
    }

    @Test func `E-4: the old default's deinitialization may use the new one`() async {
        await #expect(processExitsWith: .success) {
            _ = First.instance().farewell
            DIContext.defaultInstance = DIContext()
        }
    }

    @Test func `E-10, E-24: graphs, cycles and singletons span assemblies`() {
        let first = First.instance(from: context)
        let thing = first.withOther
        #expect(thing.other?.owner === thing)
        #expect(first.withOther !== thing)
        #expect(first.thing === first.thing)
    }

    @Test func `E-27: a context has no reset: drop it instead`() {
        let thing = First.instance(from: DIContext.defaultInstance).thing
        let context = DIContext()
        #expect(First.instance(from: context).thing !== thing)
    }
}

@Suite struct `A member's definition` {
    class Base: Assembly {
        var plain: Thing { define(init: Thing()) }
        var injected: Thing {
            define(init: Thing()) {
                $0.number += 1
                return $0
            }
        }
        var asProtocol: any Named { define(init: Thing()) }
        var asOptional: (any Named)? { define(init: Thing()) }
        var wrong: Value { define(init: Thing()) }
        var wrongTrying: Value { get throws { try define(trying: Thing()) } }
        var single: Thing { define(scope: .lazySingleton, init: Thing()) }
        var failable: Thing { define(init: Maker.make()) }
        func make(id: Int) -> Value { define(init: Value(number: id)) }
        func kept(id: Int) -> Thing { define(scope: .lazySingleton, init: Thing()) }
        func watched(id: Int) -> Thing { define(scope: .weakSingleton, init: Thing()) }
        func injectedOnce(id: Int) -> Thing {
            define(scope: .lazySingleton, init: Thing()) {
                $0.number += id
                return $0
            }
        }
        func injected(id: Int) -> Thing {
            define(init: Thing()) {
                $0.number = id
                return $0
            }
        }
        var injectedPair: [Thing] { define(init: [injected(id: 1), injected(id: 2)]) }
        func chosen(id: Int) -> Value {
            define(definitionKey: "chosen", scope: .lazySingleton, init: Value(number: id))
        }
        func keyed(id: Int) -> Thing {
            define(key: "keyed\(id)", scope: .lazySingleton, init: Thing())
        }
        var numbers: [Value] { define(init: [make(id: 1), make(id: 2)]) }
        var two: (Thing, Thing) { (define(init: Thing()), define(init: Thing())) }
        var twoInGraph: [Thing] { define(init: [two.0, two.1]) }
        var twoNew: [Thing] {
            [
                define(scope: .prototype, init: Thing()),
                define(scope: .prototype, init: Thing()),
            ]
        }
        var twoKept: [Thing] {
            [
                define(scope: .lazySingleton, init: Thing()),
                define(scope: .lazySingleton, init: Thing()),
            ]
        }
        var twoWatched: [Thing] {
            [
                define(scope: .weakSingleton, init: Thing()),
                define(scope: .weakSingleton, init: Thing()),
            ]
        }
    }

    final class Derived: Base {}

    private let context = DIContext()
    private var base: Base { Base.instance(from: context) }

    @Test func `E-5: is made and then injected into`() {
        #expect(base.plain.number == 0)
        #expect(base.injected.number == 1)
    }

    @Test func `E-6: may be of another type than the member, if that conforms`() async {
        #expect(base.asProtocol.name == "thing")
        #expect(base.asOptional?.name == "thing")
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Base.instance().wrong
        }
        let text = "Expected Value, received Thing, in Base.wrong at "
        #expect(said(result).contains("\(text)MortiseEasyDiTests/RuleTests.swift:"))
    }

    @Test func `E-6, E-27: ends the program if it is not of the member's type, throwing or not`()
        async
    {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = try? Base.instance().wrongTrying
        }
        let text = "Expected Value, received Thing, in Base.wrongTrying at "
        #expect(said(result).contains(text))
    }

    @Test func `E-7: belongs to the class of the assembly, whatever its name`() {
        let derived = Derived.instance(from: context)
        #expect(base.single === base.single)
        #expect(derived.single === derived.single)
        #expect(derived.single !== base.single)

        // Without dots both keys would be `PBx`.
        #expect(P.B.instance(from: context).x !== PB.instance(from: context).x)
        #expect(P.B.instance(from: context).x.name == "P.B")
        #expect(PB.instance(from: context).x.name == "PB")
    }

    enum P {
        final class B: Assembly {
            var x: Thing {
                define(scope: .lazySingleton, init: Thing()) {
                    $0.name = "P.B"
                    return $0
                }
            }
        }
    }

    final class PB: Assembly {
        var x: Thing {
            define(scope: .lazySingleton, init: Thing()) {
                $0.name = "PB"
                return $0
            }
        }
    }

    @Test func `E-8: is the first one within a graph, whatever its arguments`() {
        for _ in 0..<3 {
            #expect(base.numbers.map(\.number) == [1, 1])
            let pair = base.injectedPair
            #expect(pair[0] === pair[1])
            #expect(pair[0].number == 1)
        }
        #expect(base.make(id: 2).number == 2)
    }

    @Test func `E-8: depends on its arguments if a key does`() {
        #expect(base.keyed(id: 1) === base.keyed(id: 1))
        #expect(base.keyed(id: 1) !== base.keyed(id: 2))
    }

    @Test func `E-8: is kept, whatever its arguments`() {
        let kept = base.kept(id: 1)
        #expect(base.kept(id: 2) === kept)
        #expect(base.injectedOnce(id: 1).number == 1)
        #expect(base.injectedOnce(id: 2).number == 1)
        var watched: Thing? = base.watched(id: 1)
        #expect(base.watched(id: 2) === watched)
        weak let old = watched
        watched = nil
        #expect(old == nil)
    }

    @Test func `E-8: has arguments if its name for substitutions has`() {
        #expect(base.chosen(id: 1).number == 1)
        #expect(base.chosen(id: 2).number == 1)
        base.addSubstitution(for: "chosen") { Value(number: 3) }
        #expect(base.chosen(id: 2).number == 3)
    }

    @Test func `E-9: is one of two in one member, inside a graph too`() {
        let (first, second) = base.two
        #expect(first !== second)
        let inGraph = base.twoInGraph
        #expect(inGraph[0] !== inGraph[1])
    }

    @Test func `E-9: is one of two in one member, in every scope`() {
        let (new, kept, watched) = (base.twoNew, base.twoKept, base.twoWatched)
        for two in [new, kept, watched] { #expect(two[0] !== two[1]) }
        #expect(zip(base.twoKept, kept).allSatisfy { $0 === $1 })
        #expect(zip(base.twoWatched, watched).allSatisfy { $0 === $1 })
        #expect(zip(base.twoNew, new).allSatisfy { $0 !== $1 })
    }

    @Test func `E-25: may come out of a factory that can fail`() {
        #expect(base.failable.name == "thing")
    }
}

@Suite struct `Object graphs and scopes` {
    final class Graphs: Assembly {
        // A property cycle.
        var left: Thing {
            define(init: Thing()) {
                $0.other = self.right
                return $0
            }
        }
        var right: Thing {
            define(init: Thing()) {
                $0.owner = self.left
                return $0
            }
        }
        // Constructor and property injection in one graph.
        var leaf: Thing { define(init: Thing()) }
        var mixed: [Thing] {
            define(init: [leaf]) {
                $0 + [self.leaf]
            }
        }
        // Structs.
        var value: Value {
            define(init: Value()) {
                var value = $0
                value.number += 1
                return value
            }
        }
        var values: [Value] { define(init: [value, value]) }
        var keptValue: Value {
            define(scope: .lazySingleton, init: Value(number: 1)) {
                var value = $0
                value.inner = [1]
                return value
            }
        }
        // Scopes.
        var weakOne: Thing { define(scope: .weakSingleton, init: Thing()) }
        var weakValue: Value {
            define(scope: .weakSingleton, init: Value(number: self.counter.next))
        }
        var counter: Counter { define(scope: .lazySingleton, init: Counter()) }
        var single: Thing {
            define(scope: .lazySingleton, init: Thing()) {
                $0.number += 1
                return $0
            }
        }
        var prototype: Thing { define(scope: .prototype, init: Thing()) }
        var prototypes: [Thing] { define(init: [prototype, prototype]) }
        // Endless members.
        var first: [Int] { define(init: self.second) }
        var second: [Int] { define(init: self.first) }
        var endless: Thing {
            define(scope: .prototype, init: Thing()) {
                $0.other = self.endless
                return $0
            }
        }
        func endless(id: Int) -> Thing {
            define(scope: .prototype, init: Thing()) {
                $0.other = self.endless(id: id)
                return $0
            }
        }
        func endlessKeyed(id: Int) -> Thing {
            define(key: "endless\(id)", scope: .prototype, init: Thing()) {
                $0.other = self.endlessKeyed(id: id)
                return $0
            }
        }
        func endlessShared(id: Int) -> Thing {
            define(key: "endless\(id)", scope: .objectGraph, init: Thing()) {
                $0.other = self.endlessShared(id: id)
                return $0
            }
        }
        var cyclic: Thing { get throws { try define(trying: try self.cyclicToo) } }
        var cyclicToo: Thing { get throws { try define(trying: try self.cyclic) } }
        // One key, two scopes.
        var shortLived: Thing { define(key: "both", init: Thing()) }
        var longLived: Thing { define(key: "both", scope: .lazySingleton, init: Thing()) }
        var shortFirst: [Thing] {
            define(init: [shortLived, longLived, shortLived, longLived])
        }
        var longFirst: [Thing] {
            define(init: [longLived, shortLived, longLived, shortLived])
        }
    }

    final class Counter {
        private let value = Locked(0)
        var next: Int {
            value.withLock {
                $0 += 1; return $0
            }
        }
    }

    private let context = DIContext()
    private let otherContext = DIContext()
    private var graphs: Graphs { Graphs.instance(from: context) }

    @Test func `E-11: a cycle of properties reaches the same objects`() {
        let left = graphs.left
        #expect(left.other?.owner === left)
        #expect(graphs.left !== left)
    }

    @Test func `E-11: a cycle of initializers is an error that shows the cycle`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Graphs.instance().first
        }
        #expect(said(result).contains("[cycle]"))
        #expect(said(result).contains("Graphs.second: [Int]"))
        let graphs = graphs
        #expect {
            try graphs.cyclic
        } throws: {
            "\($0)".contains("Graphs.cyclic: Thing is needed in order to build itself")
        }
    }

    @Test func `E-12: objects for the initializer belong to the same graph`() {
        let mixed = graphs.mixed
        #expect(mixed[0] === mixed[1])
    }

    @Test func `E-13: a struct is complete for its whole graph`() {
        #expect(graphs.values == [Value(number: 1), Value(number: 1)])
    }

    @Test func `E-14: a lazy singleton is made and injected into once in a context`() {
        #expect(graphs.single === graphs.single)
        #expect(graphs.single.number == 1)
        #expect(Graphs.instance(from: otherContext).single !== graphs.single)
        #expect(graphs.keptValue == Value(number: 1, inner: [1]))
        #expect(graphs.keptValue == Value(number: 1, inner: [1]))
    }

    @Test func `E-15: a weak singleton lives as long as it is kept; a value is made anew`() {
        var thing: Thing? = graphs.weakOne
        #expect(graphs.weakOne === thing)
        weak let old = thing
        thing = nil
        #expect(old == nil)
        #expect(graphs.weakOne.name == "thing")
        #expect(graphs.weakValue.number != graphs.weakValue.number)
    }

    @Test func `E-16: a prototype is a new object each time, and endless ones are an error`() async
    {
        let two = graphs.prototypes
        #expect(two[0] !== two[1])
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Graphs.instance().endless
        }
        #expect(said(result).contains("[cycle]"))
    }

    @Test func `E-16: the error of endless prototypes with arguments suggests sharing`() async {
        let plain = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Graphs.instance().endless(id: 1)
        }
        #expect(said(plain).contains("[too-deep]"))
        #expect(said(plain).contains(#"as in key: "make\(id)", scope: .objectGraph; or"#))
        let keyed = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Graphs.instance().endlessKeyed(id: 1)
        }
        #expect(said(keyed).contains("[too-deep]"))
        let graphs = graphs
        let shared = graphs.endlessShared(id: 1)
        #expect(shared.other === shared)
        shared.other = nil
    }

    @Test func `E-17: one key in two scopes means two objects`() {
        let long = graphs.longLived
        #expect(graphs.shortLived !== long)
        #expect(graphs.shortLived !== graphs.shortLived)
        #expect(graphs.longLived === long)
    }

    @Test func `E-17: one key in two scopes means two objects within a graph, too`() {
        for _ in 0..<3 {
            for four in [graphs.shortFirst, graphs.longFirst] {
                #expect(four[0] !== four[1])
                #expect(four[0] === four[2])
                #expect(four[1] === four[3])
            }
        }
        #expect(graphs.longFirst[0] === graphs.shortFirst[1])
    }
}
