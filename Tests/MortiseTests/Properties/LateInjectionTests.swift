// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import MortiseGraph
import Testing

private final class Plain: Sendable {}

private final class Filled {
    @Injected var number: Int?
    @Injected(required: true) var wanted: String?
}

private final class NeedsURL {
    @Injected var missing: URL
}

@propertyWrapper private final class Noting: InjectableProperty {
    var wrappedValue = 0
    private let name: String
    private let log: Log
    init(_ name: String, _ log: Log) {
        (self.name, self.log) = (name, log)
        announce()
    }
    func inject(from resolver: inout Resolver) throws {
        wrappedValue = try resolver.resolve()
        log.append(name)
    }
}

private class Outer {
    @Noting("outer", shared) var outer: Int
}

private final class Inner: Outer, ResolutionAware {
    @Noting("inner", shared) var inner: Int
    func didResolve() { shared.append("resolved") }
}

private let shared = Log()

private final class Ring {
    @Injected var back: RingEnd?
}

private final class RingEnd {
    @InjectedWeak var ring: AnyObject?
}

private final class Gadget {
    @Injected var number: Int?
}

private final class Owner {
    var part: Gadget?
    @Injected var own: Int?
    init(part: Gadget? = nil) { self.part = part }
}

private final class PlainOwner {
    var part: Gadget?
}

/// Each path to an instance after the definition has moved to the fast path.
private enum Way: CaseIterable {
    case outermost, inFactory, withArguments, withArgumentsInFactory, observed, childContainer
    case withCallback

    func container(
        _ lifetime: Lifetime,
        _ make: @escaping @Sendable () throws -> AnyObject
    ) -> Container {
        let container = Container {
            $0.register { 7 }
            $0.register { "text" }
        }
        switch self {
        case .withArguments, .withArgumentsInFactory:
            container.register(lifetime) { (_: inout Resolver, _: Int) in try make() }
        case .withCallback: container.register(lifetime) { try make() }.didResolve { _ in }
        default: container.register(lifetime) { try make() }
        }
        container.register { (resolver: inout Resolver) in
            [
                self == .withArgumentsInFactory
                    ? try resolver.resolve(AnyObject.self, arguments: 1)
                    : try resolver.resolve(AnyObject.self)
            ]
        }
        return self == .childContainer ? Container(parent: container) : container
    }

    func resolve(_ container: Container) throws -> AnyObject {
        switch self {
        case .outermost, .observed, .childContainer, .withCallback:
            try container.resolve(AnyObject.self)
        case .withArguments: try container.resolve(AnyObject.self, arguments: 1)
        case .inFactory, .withArgumentsInFactory: try container.resolve([AnyObject].self)[0]
        }
    }
}

@Suite struct `The first instance with injected properties, after others without` {
    private static let ways = Way.allCases
    private static let scopes: [Lifetime] = [.unique, .shared]

    @Test(arguments: ways, scopes)
    fileprivate func `is filled on every path to it`(way: Way, scope: Lifetime) throws {
        let flag = Flag()
        let container = way.container(scope) { flag.isSet ? Filled() as AnyObject : Plain() }
        let listener = way == .observed ? container.observe { _ in } : nil
        for _ in 0..<3 { _ = try way.resolve(container) }
        flag.set()

        for _ in 0..<3 {
            let filled = try #require(try way.resolve(container) as? Filled)
            #expect(filled.number == 7)
            #expect(filled.wanted == "text")
        }
        withExtendedLifetime(listener) {}
    }

    @Test(arguments: ways, scopes)
    fileprivate func `fails if one of them is missing, and says which`(
        way: Way,
        scope: Lifetime
    ) throws {
        let flag = Flag()
        let container = way.container(scope) { flag.isSet ? NeedsURL() as AnyObject : Plain() }
        for _ in 0..<3 { _ = try way.resolve(container) }
        flag.set()

        for _ in 0..<3 {
            let error = #expect(throws: ResolutionError.self) { try way.resolve(container) }
            #expect(error?.code == .missingBinding)
            #expect(error?.path.last?.label == "missing")
        }
    }

    @Test func `is filled in order, and called back`() throws {
        let flag = Flag()
        let container = Container { $0.register { 1 } }
        container.register { flag.isSet ? Inner() as AnyObject : Plain() }
        for _ in 0..<3 { _ = try container.resolve(AnyObject.self) }
        flag.set()

        _ = try container.resolve(AnyObject.self)
        _ = try container.resolve(AnyObject.self)

        let once = ["outer", "inner", "resolved"]
        #expect(shared.all == once + once)
    }

    @Test(arguments: [false, true])
    func `takes part in cycles`(isInFactory: Bool) throws {
        let flag = Flag()
        let container = Container()
        container.register(.shared) { flag.isSet ? Ring() as AnyObject : Plain() }
        container.register(.shared) { RingEnd() }
        container.register { (resolver: inout Resolver) in [try resolver.resolve(AnyObject.self)] }
        func resolve() throws -> AnyObject {
            isInFactory
                ? try container.resolve([AnyObject].self)[0] : try container.resolve(AnyObject.self)
        }
        for _ in 0..<3 { _ = try resolve() }
        flag.set()

        for _ in 0..<2 {
            let ring = try #require(try resolve() as? Ring)
            let back = ring.back?.ring as? Ring
            #expect(back === ring)
        }
    }

    @Test func `is shared in its graph`() throws {
        let flag = Flag()
        let container = Container { $0.register { 1 } }
        container.register(.shared) { flag.isSet ? Gadget() as AnyObject : Plain() }
        container.register { (resolver: inout Resolver) in
            [try resolver.resolve(AnyObject.self), try resolver.resolve(AnyObject.self)]
        }
        for _ in 0..<3 { _ = try container.resolve([AnyObject].self) }
        flag.set()

        let both = try container.resolve([AnyObject].self)

        let isOne = both[0] === both[1]
        #expect(isOne)
        #expect((both[0] as? Gadget)?.number == 1)
    }

    @Test func `in an overlay is filled`() throws {
        let flag = Flag()
        let parent = Container {
            $0.register { 7 }
            $0.register { "text" }
        }
        parent.registerUnchecked(in: .singleton, as: AnyObject.self, tag: nil) { _ in
            flag.isSet ? Filled() as AnyObject : Plain()
        }
        for _ in 0..<3 { _ = try parent.overriding { _ in }.resolve(AnyObject.self) }
        flag.set()

        let overlay = parent.overriding { _ in }
        let filled = try #require(try overlay.resolve(AnyObject.self) as? Filled)

        #expect(filled.number == 7)
        let again = try overlay.resolve(AnyObject.self) as? Filled
        #expect(again === filled)
    }

    @Test func `stays empty if injection is off`() throws {
        let flag = Flag()
        let container = Container { $0.register { 7 } }
        container.injectsProperties = false
        container.register { flag.isSet ? Gadget() as AnyObject : Plain() }
        for _ in 0..<3 { _ = try container.resolve(AnyObject.self) }
        flag.set()

        #expect((try container.resolve(AnyObject.self) as? Gadget)?.number == nil)
    }

    @Test(arguments: [Lifetime.unique, .shared])
    func `waits for an instance still in its factory`(scope: Lifetime) throws {
        final class Whole {
            let part: AnyObject
            init(_ part: AnyObject) { self.part = part }
        }
        final class Needing {
            @InjectedWeak var whole: Whole?
        }
        let flag = Flag()
        let container = Container()
        container.register(.shared) { Whole(try $0.resolve(AnyObject.self)) }
        container.register(scope) { flag.isSet ? Needing() as AnyObject : Plain() }
        for _ in 0..<3 { _ = try container.resolve(Whole.self) }
        flag.set()

        let whole = try container.resolve(Whole.self)

        #expect((whole.part as? Needing)?.whole === whole)
    }
}

@Suite struct `Injected properties of an object that no factory makes` {
    @Test func `are not filled in a step, unless the step adopts their owner`() throws {
        let count = Counter()
        final class Counted {
            @Injected var number: Int?
            init(_ count: Counter) { _number = Injected(didInject: { _ in count.add() }) }
        }
        let container = Container { $0.register { 1 } }
        container.register { PlainOwner() }.injecting { resolver, owner in
            let counted = Counted(count)
            #expect(counted.number == nil)
            try resolver.adopt(counted)
            #expect(counted.number == 1)
            owner.part = Gadget()
        }
        container.register { Counted(count) }

        for turn in 1...3 {
            #expect(try container.resolve(PlainOwner.self).part?.number == nil)
            #expect(count.value == turn)
        }
    }

    @Test func `are not filled for helpers`() throws {
        let flag = Flag()
        let container = Container { $0.register { 1 } }
        container.register { Owner(part: flag.isSet ? Gadget() : nil) }
        container.register { flag.isSet ? [Gadget()] : [] }
        for _ in 0..<3 { _ = try container.resolve([Gadget].self) }
        flag.set()

        for _ in 0..<3 {
            let owner = try container.resolve(Owner.self)
            #expect(owner.own == 1)
            #expect(owner.part?.number == nil)
            #expect(try container.resolve([Gadget].self)[0].number == nil)
        }
    }

    @Test func `are not filled for the result of a forwarded type's conversion`() throws {
        let container = Container { $0.register { 1 } }
        container.register { PlainOwner() }.implements(Gadget.self) { _ in Gadget() }

        for _ in 0..<3 { #expect(try container.resolve(Gadget.self).number == nil) }
    }

    @Test func `are not filled in an observer`() throws {
        let parts = Journal<Int?>()
        let container = Container { $0.register { 1 } }
        container.register { PlainOwner() }
        let listener = container.observe { _ in parts.note(Gadget().number) }

        for _ in 0..<3 { _ = try container.resolve(PlainOwner.self) }

        #expect(parts.entries.allSatisfy { $0 == nil })
        withExtendedLifetime(listener) {}
    }

    @Test func `are forgotten with a factory that throws`() throws {
        struct Broken: Error {}
        let flag = Flag()
        let container = Container { $0.register { 1 } }
        container.register { () throws -> PlainOwner in
            guard flag.isSet else { return PlainOwner() }
            _ = Gadget()
            throw Broken()
        }
        container.register { (resolver: inout Resolver) in
            _ = try? resolver.resolve(PlainOwner.self)
            return Gadget()
        }
        for _ in 0..<3 { #expect(try container.resolve(Gadget.self).number == 1) }
        flag.set()

        for _ in 0..<3 { #expect(try container.resolve(Gadget.self).number == 1) }
    }
}

@Suite struct `The location of injected properties` {
    private struct Nested {
        @Injected var number: Int?
    }

    private enum Choice {
        case none
        case some(Nested)
    }

    private final class Holder {
        var nested: Nested? = Nested()
        var choice = Choice.some(Nested())
        var pair = (Nested(), Nested())
        let none = Choice.none

        var numbers: [Int?] {
            guard case .some(let chosen) = choice else { return [] }
            return [nested?.number, chosen.number, pair.0.number, pair.1.number]
        }
    }

    private final class Twice {
        let first: Injected<Int>
        let second: Injected<Int>
        init(_ count: Counter) {
            first = Injected(didInject: { _ in count.add() })
            second = first
        }
    }

    @Test func `is the same for made and for adopted objects`() throws {
        let container = Container {
            $0.register { 1 }
            $0.register { Holder() }
        }
        let adopted = Holder()
        try container.adopt(adopted)

        #expect(try container.resolve(Holder.self).numbers == [1, 1, 1, 1])
        #expect(adopted.numbers == [1, 1, 1, 1])
    }

    @Test func `may be duplicated: they are filled once`() throws {
        let count = Counter()
        let container = Container {
            $0.register { 1 }
            $0.register { Twice(count) }
        }

        _ = try container.resolve(Twice.self)
        #expect(count.value == 1)
        try container.adopt(Twice(count))
        #expect(count.value == 2)
    }

    @Test func `may be an adopted Sendable class`() throws {
        final class Shared: Sendable {
            let number = Injected<Int>()
        }
        let container = Container {
            $0.register { 1 }
            $0.register { Shared() }
        }
        let shared = Shared()

        try container.adopt(shared)

        #expect(shared.number.value == 1)
    }
}
