// SPDX-License-Identifier: MIT

import MortiseEasyDi
import MortiseTestSupport
import Testing

import struct Mortise.Locked

@Suite struct `Existing objects and placeholders` {
    final class Module: Assembly {
        func inject(into view: Thing) {
            defineInjection(key: "view", into: view) {
                $0.number += 1
                $0.other = self.presenter
                return $0
            }
        }
        func injectOther(into view: Thing) {
            defineInjection(into: view) {
                $0.number += 1
                return $0
            }
        }
        func injectKept(into view: Thing) {
            defineInjection(scope: .lazySingleton, into: view) {
                $0.number += 1
                return $0
            }
        }
        var both: [Thing] {
            define(init: [Thing(), Thing()]) {
                for thing in $0 { self.injectOther(into: thing) }
                return $0
            }
        }
        func keyed(_ view: Thing) -> Thing {
            define(key: "view", init: view) {
                $0.other = self.presenter
                return $0
            }
        }
        func prototype(_ view: Thing) -> Thing {
            define(key: "view", scope: .prototype, init: view) {
                $0.other = self.presenter
                return $0
            }
        }
        var view: any Named { definePlaceholder() }
        var wrongView: Value { definePlaceholder(key: "view") }
        var presenter: Thing {
            define(init: Thing()) {
                $0.owner = self.view as? Thing
                $0.name = "presenter of \(self.view.name)"
                return $0
            }
        }
        // By the name of another member, without a key.
        var named: Thing {
            define(init: Thing()) {
                $0.other = self.byName; return $0
            }
        }
        var byName: Thing {
            define(init: Thing()) {
                $0.owner = self.namedPlaceholder; return $0
            }
        }
        var namedPlaceholder: Thing { definePlaceholder(key: "named") }
        // Two with one key.
        func newest(_ first: Thing, _ second: Thing) -> Thing {
            define(init: Thing()) {
                self.publish(first)
                self.publish(second)
                $0.other = self.view as? Thing
                return $0
            }
        }
        func publish(_ view: Thing) { defineInjection(key: "view", into: view) { $0 } }
        func made(id: Int) -> Thing { define(init: Thing()) }
        // Members that no placeholder finds by name.
        var prototype: Thing { define(scope: .prototype, init: Thing()) }
        var single: Thing { define(scope: .lazySingleton, init: Thing()) }
        var prototypeStand: Thing { definePlaceholder(key: "prototype") }
        var singleStand: Thing { definePlaceholder(key: "single") }
        var madeStand: Thing { definePlaceholder(key: "made(id:)") }
        var injectedStand: Thing { definePlaceholder(key: "injectOther(into:)") }
        var afterPrototype: [Thing] { define(init: [prototype, prototypeStand]) }
        var afterSingle: [Thing] { define(init: [single, singleStand]) }
        var afterMade: [Thing] { define(init: [made(id: 1), madeStand]) }
        var afterInjected: Thing {
            define(init: Thing()) {
                self.injectOther(into: $0)
                $0.other = self.injectedStand
                return $0
            }
        }
        func wrong(_ view: Thing) -> Thing {
            define(init: Thing()) {
                self.publish(view)
                $0.number = self.wrongView.number
                return $0
            }
        }
    }

    final class Keyed: Assembly {
        var single: Thing { define(key: "single", scope: .lazySingleton, init: Thing()) }
        var user: Thing {
            define(init: Thing()) {
                $0.owner = self.stand; return $0
            }
        }
        var stand: Thing { definePlaceholder(key: "single") }
        var page: [Thing] { define(init: [self.single, self.user]) }

        var value: Value {
            define(key: "value", scope: .prototype, init: Value(number: 1)) {
                var value = $0
                value.number = 2
                return value
            }
        }
        var shown: Int { define(init: self.valueStand.number) }
        var valueStand: Value { definePlaceholder(key: "value") }
        var both: [Int] { define(init: [self.value.number, self.shown]) }

        var failing: Thing {
            get throws {
                try define(key: "failing", scope: .prototype, trying: Thing()) { _ in
                    throw CancellationError()
                }
            }
        }
        var failed: Thing {
            get throws {
                try define(trying: Thing()) {
                    $0.owner = (try? self.failing) ?? self.other
                    $0.other = self.named
                    return $0
                }
            }
        }
        var other: Thing { define(key: "failing", init: Thing()) }
        var named: Thing { definePlaceholder(key: "failing") }
    }

    @Test func `E-18: an older object is found by its key in later graphs, too`() {
        let keyed = Keyed.instance(from: context)
        for _ in 0..<3 {
            let page = keyed.page
            #expect(page[1].owner === page[0])
        }
    }

    @Test func `E-13, E-18: a value is found by its key when it is complete`() {
        #expect(Keyed.instance(from: context).both == [2, 2])
    }

    @Test func `E-18: an object that could not be completed is not found by its key`() throws {
        let thing = try Keyed.instance(from: context).failed
        #expect(thing.other === thing.owner)
    }

    private let context = DIContext()
    private var module: Module { Module.instance(from: context) }

    @Test func `E-18: an object is injected into, each time, and found in its graph by its key`() {
        let view = Thing()
        module.inject(into: view)
        #expect(view.number == 1)
        #expect(view.other?.owner === view)
        module.inject(into: view)
        #expect(view.number == 2)
    }

    @Test func `E-18: an object is not kept, whatever the scope says`() {
        let (first, second) = (Thing(), Thing())
        for _ in 0..<2 {
            module.injectKept(into: first)
            module.injectKept(into: second)
        }
        #expect([first, second].map(\.number) == [2, 2])
    }

    @Test func `E-18: a placeholder is the newest of the objects with its key`() {
        let second = Thing()
        #expect(module.newest(Thing(), second).other === second)
    }

    @Test func `E-18: several objects are injected into in one graph`() {
        #expect(module.both.map(\.number) == [1, 1])
    }

    @Test func `E-18: an object that a member returns is found by its key in every scope`() {
        let (first, second) = (Thing(), Thing())
        #expect(module.keyed(first) === first)
        #expect(first.other?.owner === first)
        #expect(module.prototype(second) === second)
        #expect(second.other?.owner === second)
    }

    @Test func `E-19: a placeholder is the object of its key, or of the member of that name`() {
        let named = module.named
        #expect(named.other?.owner === named)
    }

    @Test func `E-19: a placeholder that stays empty, or of another type, ends the program`()
        async
    {
        let alone = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Module.instance().view
        }
        #expect(said(alone).contains("[missing-binding]"))
        #expect(said(alone).contains("Module.view: any Named"))
        let needed = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Module.instance().presenter
        }
        #expect(said(needed).contains("[missing-binding]"))
        #expect(said(needed).contains("Module.presenter"))
        let wrong = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Module.instance().wrong(Thing())
        }
        #expect(said(wrong).contains("Expected Value, received Thing, in "))
        #expect(said(wrong).contains("Module.wrongView at "))
    }

    @Test func `E-8, E-19: a placeholder finds a member with arguments by its full name`() {
        for _ in 0..<3 {
            let things = Module.instance(from: context).afterMade
            #expect(things[0] === things[1])
        }
    }

    @Test func `E-19: a placeholder finds only shared objects by the name of a member`()
        async
    {
        let prototype = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Module.instance().afterPrototype
        }
        let single = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Module.instance().afterSingle
        }
        let injected = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Module.instance().afterInjected
        }
        for result in [prototype, single, injected] {
            #expect(said(result).contains("[missing-binding] No object takes the place of"))
        }
    }

    @Test func `E-22: a placeholder can be substituted, by its own name`() {
        let fake = Thing()
        fake.name = "fake"
        module.addSubstitution(for: "view") { fake as any Named }
        let view = Thing()
        module.inject(into: view)
        #expect(view.other?.name == "presenter of fake")
        #expect(module.presenter.owner === fake)
    }

    @Test func `E-22: an injection cannot be substituted silently`() {
        let texts = Locked<[String]>([])
        context.onUnmatchedSubstitution { text in texts.withLock { $0.append(text) } }
        let view = Thing()
        for (count, name) in ["injectOther(into:)", "inject(into:)"].enumerated() {
            module.addSubstitution(for: name) { Thing() }
            for _ in 0..<2 {
                module.injectOther(into: view)
                module.inject(into: view)
            }
            let all = texts.withLock { $0 }
            #expect(all.count == count + 1)
            let fact =
                "Module.\(name) completes what others have made, so nothing can take its place"
            #expect(all.last?.contains(fact) == true, "\(all)")
        }
        #expect(view.number == 8)
    }
}

@Suite struct `Substitutions` {
    final class Services: Assembly {
        lazy var others: Others = self.context.assembly()

        var thing: Thing { define(scope: .lazySingleton, init: Thing()) }
        var user: Thing {
            define(init: Thing()) {
                $0.other = self.thing
                return $0
            }
        }
        func make(id: Int) -> Thing { define(init: Thing()) }
        func make(name: String) -> Thing { define(init: Thing()) }
        var recursive: Thing { get throws { try define(trying: Thing()) } }
        var keyed: Thing { define(key: "other", definitionKey: "special", init: Thing()) }
    }

    final class Others: Assembly {
        var thing: Thing { define(init: Thing()) }
        var better: Thing {
            define(init: Thing()) {
                $0.name = "better"
                return $0
            }
        }
    }

    private let context = DIContext()
    private var services: Services { Services.instance(from: context) }

    @Test func `E-20: are by the name of the member, in one class of one context`() {
        services.addSubstitution(for: "thing") { fake() }
        #expect(services.thing.name == "fake")
        #expect(services.user.other?.name == "fake")
        #expect(Others.instance(from: context).thing.name == "thing")
        let other = DIContext()
        #expect(Services.instance(from: other).thing.name == "thing")
    }

    @Test func `E-20: name a function in full`() {
        services.addSubstitution(for: "make(id:)") { fake() }
        #expect(services.make(id: 1).name == "fake")
        #expect(services.make(name: "x").name == "thing")
    }

    @Test func `E-20, E-22: match the definition key, independent of the key`() {
        services.addSubstitution(for: "special") { fake() }
        #expect(services.keyed.name == "fake")
    }

    @Test func `E-21: run each time, win over singletons, and restore them`() {
        let real = services.thing
        services.addSubstitution(for: "thing") { fake() }
        #expect(services.thing !== services.thing)
        services.addSubstitution(for: "thing") { fake("other") }
        #expect(services.thing.name == "other")
        services.removeSubstitution(for: "thing")
        services.removeSubstitution(for: "thing")
        #expect(services.thing === real)
    }

    @Test func `E-21: of another type end the program at the member`() async {
        let plain = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let services = Services.instance()
            services.addSubstitution(for: "thing") { 42 }
            _ = services.thing
        }
        #expect(said(plain).contains("[type-mismatch]"))
        let fact = "Services.thing is Thing, but what takes its place is Int"
        #expect(said(plain).contains(fact))
        // An object under a key may have any type, until the member returns it.
        let keyed = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let services = Services.instance()
            services.addSubstitution(for: "special") { 42 }
            _ = services.keyed
        }
        #expect(said(keyed).contains("Expected Thing, received Int, in "))
        let stand = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let module = `Existing objects and placeholders`.Module.instance()
            module.addSubstitution(for: "view") { 42 }
            _ = module.view
        }
        #expect(said(stand).contains("[type-mismatch]"))
        let other = "Module.view is any Named, but what takes its place is Int"
        #expect(said(stand).contains(other))
    }

    @Test func `E-23: may use other members and other assemblies`() {
        let services = services
        services.addSubstitution(for: "thing") { services.others.better }
        #expect(services.user.other?.name == "better")
        services.removeSubstitution(for: "thing")
        #expect(services.user.other?.name == "thing")
    }

    @Test func `E-23: that use their own member are an error, not an overflow`() {
        let services = services
        services.addSubstitution(for: "recursive") { (try? services.recursive) ?? fake() }
        #expect((try? services.recursive)?.name == "fake")
    }

    @Test func `that match nothing are reported when the next graph is built`() {
        let texts = Locked<[String]>([])
        context.onUnmatchedSubstitution { text in texts.withLock { $0.append(text) } }
        _ = services.thing
        services.addSubstitution(for: "thin") { fake() }
        services.addSubstitution(for: "thing") { fake() }
        #expect(texts.withLock { $0 } == [])

        _ = services.user
        _ = services.user
        let text = texts.withLock { $0 }
        #expect(text.count == 1)
        #expect(text[0].contains("No member of"))
        #expect(text[0].contains("Services that was evaluated so far is called \"thin\""))
        #expect(text[0].contains("did you mean \"thing\"?"))
    }

    @Test func `E-20: of a member that was not evaluated yet are reported, and made nevertheless`()
    {
        let texts = Locked<[String]>([])
        context.onUnmatchedSubstitution { text in texts.withLock { $0.append(text) } }
        services.addSubstitution(for: "thing") { fake() }
        _ = services.make(id: 1)
        let text = texts.withLock { $0 }
        #expect(text.count == 1)
        #expect(
            text.first?.contains("Services that was evaluated so far is called \"thing\"") == true
        )

        #expect(services.thing.name == "fake")
        #expect(texts.withLock { $0.count } == 1)
    }

    @Test func `E-20: that match nothing are reported on standard error`() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            let services = Services.instance()
            services.addSubstitution(for: "thong") { fake() }
            _ = services.thing
            _ = services.thing
        }
        let lines = said(result).split(separator: "\n").filter { $0.contains("[unused-binding") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("is called \"thong\"") == true)
    }

    @Test func `do not keep their context alive`() {
        weak var old: DIContext?
        do {
            let context = DIContext()
            old = context
            let services = Services.instance(from: context)
            services.addSubstitution(for: "thing") { services.others.better }
            _ = services.user
        }
        #expect(old == nil)
    }
}

private func fake(_ name: String = "fake") -> Thing {
    let thing = Thing()
    thing.name = name
    return thing
}

@Suite struct `The list of assemblies` {
    private final class CountingLocker: DIContextLocker {
        let locked = Locked((now: 0, all: 0))
        func lock() { locked.withLock { $0 = ($0.now + 1, $0.all + 1) } }
        func unlock() { locked.withLock { $0.now -= 1 } }
    }

    final class Watching: Assembly {
        static let locker = Locked<(@Sendable () -> Int)?>(nil)
        var locked: Int { define(init: Self.locker.withLock { $0?() } ?? -1) }
    }

    @Test
    func `E-26: is guarded by the context's locker, which is not held while objects are made`() {
        let locker = CountingLocker()
        let context = DIContext(locker: locker)
        Watching.locker.withLock { $0 = { locker.locked.withLock { $0.now } } }
        #expect(Watching.instance(from: context).locked == 0)
        #expect(locker.locked.withLock { $0.all } > 0)
        #expect(Watching.instance(from: DIContext(locker: DIContextEmptyLocker())).context == nil)
    }
}
