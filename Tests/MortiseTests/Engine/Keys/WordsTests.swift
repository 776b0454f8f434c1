// SPDX-License-Identifier: MIT

import Testing

@testable import Mortise

private struct Pair<First, Second> {}
private struct AwarePair<First, Second>: ResolutionAware {
    func didResolve() {}
}
private struct Deeper<Inner> {}

@Suite struct `Machine words` {
    @Test(arguments: ["", "a", "primary", "fifteen letters", "sixteen letters!", "naïve"])
    func `of equal texts have one hash in any representation`(text: String) {
        var large = text
        large.reserveCapacity(64)
        let decomposed = text == "naïve" ? "nai\u{308}ve" : text

        #expect(Words.hash(of: large) == Words.hash(of: text))
        #expect(Words.hash(of: decomposed) == Words.hash(of: text))
        #expect(Words.hash(ofBytes: large) == Words.hash(ofBytes: text))
        #expect(Words.hash(ofBytes: decomposed) == Words.hash(ofBytes: text))
    }

    @Test func `of texts that differ have hashes that differ`() {
        let texts = (0..<1_000).map { "\($0)" } + ["ab", "ba", "a", "aa", "é", "e"]

        #expect(Set(texts.map { Words.hash(of: $0) }).count == texts.count)
        #expect(Set(texts.map { Words.hash(ofBytes: $0) }).count == texts.count)
    }

    @Test(arguments: 1...20)
    func `hold the number of a table's buckets, beside its address`(bits: Int) {
        let address = 0x1234 << 6 as UInt
        let word = address | Words.shift(leaving: bits)

        #expect(word & ~63 == address)
        #expect(Words.count(shiftedBy: word) == 1 << bits)
        #expect(Words.hash(.max, word) < 1 << UInt(bits))
        #expect(Words.hash(Words.golden, word) == (Words.golden &* Words.golden) &>> word)
    }

    @Test func `of source sites differ by line and by column`() {
        let places = (1...100).flatMap { line in (1...100).map { MemberKey.place(line, $0) } }

        #expect(Set(places).count == places.count)
        #expect(Set(places.map { Words.hash(place: $0) }).count == places.count)
    }

    @Test func `hold the abilities of instances for more types than are remembered`() {
        var types: [Any.Type] = []
        func nest<Inner>(_: Inner.Type, _ depth: Int) {
            guard depth > 0 else { return }
            types.append(Inner.self)
            nest(Deeper<Inner>.self, depth - 1)
        }
        func check<First, Second>(_: First.Type, _: Second.Type) {
            #expect(!Capabilities.mayBeAware(Pair<First, Second>.self))
            #expect(Capabilities.mayBeAware(AwarePair<First, Second>.self))
        }
        nest(Int.self, 16)

        for _ in 1...2 {
            for first in types { for second in types { check(first, second) } }
        }
    }
}
