// SPDX-License-Identifier: MIT

import MortiseEasyDi
import Testing

// An inject closure may return a replacement of its argument: a decorator, or a changed value.

private protocol Speaker: AnyObject {
    var words: String { get }
}

private final class Plain: Speaker {
    var words: String { "plain" }
    var partner: (any Speaker)?
}

private final class Loud: Speaker {
    let inner: any Speaker
    var words: String { inner.words + "!" }

    init(_ inner: any Speaker) { self.inner = inner }
}

/// Partners keep each other alive.
private func part(_ speaker: any Speaker) {
    var next: (any Speaker)? = speaker
    while let current = next {
        let plain = (current as? Loud)?.inner as? Plain ?? current as? Plain
        next = plain?.partner
        plain?.partner = nil
    }
}

private protocol LeftStructure {
    var name: String { get }
    var right: (any RightStructure)? { get }
}

private protocol RightStructure {
    var name: String { get }
    var left: (any LeftStructure)? { get }
}

private struct Left: LeftStructure {
    var name = "left"
    var right: (any RightStructure)?
}

private struct Right: RightStructure {
    var name = "right"
    var left: (any LeftStructure)?
}

private final class Speakers: Assembly {
    var decorated: any Speaker {
        define(init: Plain() as any Speaker) { Loud($0) }
    }
    var both: [any Speaker] { define(init: [decorated, decorated]) }
    var optional: (any Speaker)? {
        define(init: Plain() as any Speaker) { Loud($0) }
    }
    var kept: any Speaker {
        define(scope: .lazySingleton, init: Plain() as any Speaker) { Loud($0) }
    }
    var watched: any Speaker {
        define(scope: .weakSingleton, init: Plain() as any Speaker) { Loud($0) }
    }
    var new: any Speaker {
        define(scope: .prototype, init: Plain() as any Speaker) { Loud($0) }
    }
    var keyed: any Speaker {
        define(key: "keyed", init: Plain() as any Speaker) { Loud($0) }
    }
    var keyedToo: any Speaker { define(key: "keyed", init: Plain() as any Speaker) }
    var bothKeyed: [any Speaker] { define(init: [keyed, keyedToo]) }
    var keyedPrototype: any Speaker {
        define(key: "prototype", scope: .prototype, init: Plain() as any Speaker) { Loud($0) }
    }
    var stand: any Speaker { definePlaceholder(key: "prototype") }
    var prototypeAndStand: [any Speaker] { define(init: [keyedPrototype, stand]) }
    // A member used during completion is reached before it is decorated.
    var cyclic: any Speaker {
        define(init: Plain() as any Speaker) {
            ($0 as? Plain)?.partner = self.partner
            return Loud($0)
        }
    }
    var partner: any Speaker {
        define(init: Plain() as any Speaker) {
            ($0 as? Plain)?.partner = self.cyclic
            return $0
        }
    }

    func inject(into plain: Plain) {
        defineInjection(into: plain as any Speaker) {
            ($0 as? Plain)?.partner = self.partner
            return Loud($0)
        }
    }

    var left: any LeftStructure {
        define(init: Left()) {
            var left = $0
            left.right = self.right
            return left
        }
    }
    var right: any RightStructure {
        define(init: Right()) {
            var right = $0
            right.left = self.left
            return right
        }
    }
    var keptLeft: Left {
        define(scope: .lazySingleton, init: Left()) {
            var left = $0
            left.right = self.keptRight
            return left
        }
    }
    var keptRight: Right {
        define(scope: .lazySingleton, init: Right()) {
            var right = $0
            right.left = self.keptLeft
            return right
        }
    }
    var lefts: [any LeftStructure] { define(init: [left, left]) }
}

@Suite struct `The result of an inject closure` {
    private let context = DIContext()
    private var speakers: Speakers { Speakers.instance(from: context) }

    @Test func `E-5: takes the object's place`() {
        #expect(speakers.decorated.words == "plain!")
        #expect(speakers.optional?.words == "plain!")
        #expect(speakers.new.words == "plain!")
    }

    @Test func `E-5: is used by the rest of the graph, also by its key`() {
        let both = speakers.both
        #expect(both[0].words == "plain!")
        #expect(both[0] === both[1])
        let keyed = speakers.bothKeyed
        #expect(keyed[0].words == "plain!")
        #expect(keyed[0] === keyed[1])
        let prototype = speakers.prototypeAndStand
        #expect(prototype[0].words == "plain!")
        #expect(prototype[0] === prototype[1])
    }

    @Test func `E-5, E-14, E-15: is kept`() {
        #expect(speakers.kept.words == "plain!")
        #expect(speakers.kept === speakers.kept)
        var watched: (any Speaker)? = speakers.watched
        #expect(watched?.words == "plain!")
        #expect(speakers.watched === watched)
        weak let old = watched
        watched = nil
        #expect(old == nil)
    }

    @Test func `E-5, E-11: is the first object for the dependencies of its completion`() {
        let cyclic = speakers.cyclic
        #expect(cyclic.words == "plain!")
        let partner = ((cyclic as? Loud)?.inner as? Plain)?.partner as? Plain
        #expect(partner?.partner?.words == "plain")
        #expect(partner?.partner === (cyclic as? Loud)?.inner)
        part(cyclic)
    }

    @Test func `may be of the types that EasyDi has names for`() {
        let make: ObjectInitClosure = { Plain() }
        let inject: ObjectInjectClosure = { $0 }
        let substitute: SubstitutionClosure = { Loud(Plain()) }
        let object: InjectableObject = inject(make())
        #expect(object is Plain)
        speakers.addSubstitution(for: "decorated", with: substitute)
        #expect(speakers.decorated.words == "plain!")
        #expect(speakers.decorated !== speakers.decorated)
    }

    @Test func `E-18: is ignored for an object from elsewhere`() {
        let plain = Plain()
        speakers.inject(into: plain)
        #expect(plain.partner?.words == "plain")
        part(plain)
    }

    @Test func `E-13: two structs may inject each other`() {
        let left = speakers.left
        #expect(left.right?.name == "right")
        #expect(left.right?.left?.name == "left")
        #expect(left.right?.left?.right == nil)
        #expect(speakers.lefts.map { $0.right?.name } == ["right", "right"])
    }

    @Test func `E-13, E-14: two struct singletons may inject each other`() {
        #expect(speakers.keptLeft.right?.left?.name == "left")
        #expect(speakers.keptRight.left?.name == "left")
        #expect(speakers.keptLeft.right?.left?.right == nil)
    }
}
