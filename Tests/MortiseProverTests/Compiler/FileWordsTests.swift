// SPDX-License-Identifier: MIT

import Testing

@testable import MortiseProver

@Suite("A word in the text of a file")
struct FileWordsTests {
    private func use(of word: String, in text: String) -> FileWords.Use {
        FileWords(Array(text.utf8)).use(of: word)
    }

    @Test(
        "may be declared there",
        arguments: [
            "let isOn = true", "static var isOn: Bool", "func isOn()", "case isOn", "case a, isOn",
            "func `isOn`()",
        ]
    )
    func declared(text: String) {
        #expect(use(of: "isOn", in: text).contains(.declared))
        #expect(!use(of: "isOn", in: text).contains(.typeDeclared))
    }

    @Test(
        "may be a type that is declared there",
        arguments: ["enum Place {", "struct Place: Sendable", "final class\n    Place {"]
    )
    func typeDeclared(text: String) {
        #expect(use(of: "Place", in: text).contains(.typeDeclared))
    }

    @Test(
        "may be inherited",
        arguments: ["class A: Place {", "struct A: Sendable, Place {", "class A: App.Place {"]
    )
    func inherited(text: String) {
        #expect(use(of: "Place", in: text).contains(.inherited))
        #expect(!use(of: "Place", in: "let a = Place()").contains(.inherited))
    }

    @Test(
        "may be written",
        arguments: [
            "a.isOn = true", "isOn += 1", "isOn.toggle()", "f(&isOn)", "f(&a.b.isOn)",
            "isOn[0] = 1", "(a, isOn) = (1, 2)", "let k = \\A.isOn", "$isOn", "a.isOn? = 1",
            "isOn <<= 1", "a.isOn\n    = true",
        ]
    )
    func written(text: String) {
        #expect(use(of: "isOn", in: text).contains(.written))
    }

    @Test(
        "may be extended",
        arguments: [
            "extension Place {", "extension Outer.Place: Sendable {",
            "func == (a: Place, b: Place)",
            "static func < (a: Self, b: Self) -> Bool { Place.isFirst }",
        ]
    )
    func extended(text: String) {
        #expect(use(of: "Place", in: text).contains(.extended))
        #expect(!use(of: "Place", in: "func wire(_ place: Place)").contains(.extended))
    }

    @Test("may be an operator", arguments: ["1 <-> 2", "f(a<->b)", "x = !<->b"])
    func operators(text: String) {
        #expect(use(of: "<->", in: text).contains(.used))
    }

    @Test(
        "may be read only, called or a label",
        arguments: ["if isOn == true {", "f(isOn: 1)", "if a < isOn {", "isOn()", "isOn >= 1"]
    )
    func notWritten(text: String) {
        #expect(!use(of: "isOn", in: text).contains(.written))
    }

    @Test("may be used, unless it is only declared")
    func used() {
        #expect(use(of: "run", in: "a.run()").contains(.used))
        #expect(use(of: "run", in: "perform(run)").contains(.used))
        #expect(use(of: "run", in: "isOn ? run : stop").contains(.used))
        #expect(use(of: "run", in: "if let run {").contains(.used))
        #expect(!use(of: "run", in: "func run() {}").contains(.used))
        #expect(!use(of: "run", in: "let run = 1").contains(.used))
        #expect(use(of: "run", in: "rerun()").isEmpty)
    }
}
