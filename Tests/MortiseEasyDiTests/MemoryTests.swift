// SPDX-License-Identifier: MIT

import Mortise
import MortiseEasyDi
import MortiseGraph
import Testing

private final class Parts: MortiseEasyDi.Assembly {
    func part(_ key: String) -> Thing { define(key: key, init: Thing()) }
    func completed(_ key: String) -> Thing {
        define(key: key, init: Thing()) {
            $0.other = self.part("\(key) inner")
            return $0
        }
    }
    func new(_ key: String) -> Thing { define(key: key, scope: .prototype, init: Thing()) }
    func watched(_ key: String) -> Thing {
        define(key: key, scope: .weakSingleton, init: Thing())
    }
    func kept(_ key: String) -> Thing {
        define(key: key, scope: .lazySingleton, init: Thing())
    }
    func alsoKept(_ key: String) -> Thing {
        define(key: key, scope: .lazySingleton, init: Thing())
    }
    func inject(into thing: Thing, _ key: String) {
        defineInjection(key: key, into: thing) {
            $0.owner = self.stand(key)
            return $0
        }
    }
    func stand(_ key: String) -> Thing { definePlaceholder(key: key) }
    func many(_ keys: [String]) -> [Thing] {
        define(
            init: keys.map { self.completed($0) } + keys.map { self.new($0) }
                + keys.map { self.stand($0) } + keys.map { self.completed($0) }
        )
    }
    func manyReversed(_ keys: [String]) -> [Thing] {
        define(
            init: keys.map { self.new($0) } + keys.map { self.completed($0) }
                + keys.map { self.stand($0) }
        )
    }
}

@Suite struct `An object graph` {
    private let context = DIContext()
    private var parts: Parts { Parts.instance(from: context) }

    /// Uses all features of a graph, with unique keys; returns its objects.
    private func build(_ number: Int) -> [Thing] {
        let key = "key \(number)"
        let injected = Thing()
        parts.inject(into: injected, key)
        #expect(injected.owner === injected)
        return [
            parts.part(key), parts.completed(key), parts.new(key), parts.watched(key), injected,
        ]
    }

    @Test func `leaves no definitions behind, whatever its keys`() {
        _ = build(0)
        let known = context.container.graph.nodes.count
        for number in 1..<50 { _ = build(number) }
        #expect(context.container.graph.nodes.count == known)
    }

    @Test func `leaves no objects behind`() {
        weak var first: Thing?
        weak var inner: Thing?
        do {
            let all = build(1)
            first = all[0]
            inner = all[1].other
            #expect(inner != nil)
        }
        #expect(first == nil)
        #expect(inner == nil)
    }

    @Test func `finds many objects by their keys, also through placeholders`() {
        let keys = (0..<200).map { "key \($0)" }
        for _ in 0..<3 {
            let all = parts.many(keys)
            let (made, new) = (all[0..<200], all[200..<400])
            let (stands, again) = (all[400..<600], all[600..<800])
            #expect(zip(made, again).allSatisfy { $0 === $1 })
            #expect(zip(made, new).allSatisfy { $0 !== $1 })
            // The newest object of each name.
            #expect(zip(new, stands).allSatisfy { $0 === $1 })
            #expect(Set(made.map(ObjectIdentifier.init)).count == 200)

            let reversed = parts.manyReversed(keys)
            #expect(zip(reversed[200..<400], reversed[400..<600]).allSatisfy { $0 === $1 })
        }
    }

    @Test func `E-9: shares kept objects by key, too`() {
        #expect(parts.kept("a") === parts.alsoKept("a"))
        #expect(parts.kept("a") === parts.kept("a"))
        #expect(parts.kept("a") !== parts.alsoKept("b"))
    }
}
