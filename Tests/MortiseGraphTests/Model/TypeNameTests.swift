// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

private protocol Drawable {}

private struct Outer<Element> {
    struct Inner<Other> {}
}

@Suite struct `A type name` {
    @Test(arguments: [
        ("App.API", "API"),
        ("any App.API", "any API"),
        ("App.Outer.Inner", "Outer.Inner"),
        ("App.Box<App.API>", "Box<API>"),
        ("App.Box<App.Box<Swift.Int>>.In", "Box<Box<Int>>.In"),
        ("App.Box<Swift.Int>.In<Swift.String, App.K>", "Box<Int>.In<String, K>"),
        ("Swift.Int", "Int"),
        ("Clock", "Clock"),
        ("App.`my type`", "`my type`"),
    ])
    func `is written without its module`(qualified: String, short: String) {
        #expect(TypeName(qualified).description == short)
    }

    @Test(arguments: [
        ("Swift.Optional<Swift.Int>", "Int?"),
        ("Swift.Optional<any App.API>", "(any API)?"),
        ("Swift.Optional<Swift.Optional<App.API>>", "API??"),
        ("Swift.Optional<() -> ()>", "(() -> ())?"),
        ("Swift.Optional<(Swift.Int, App.API)>", "(Int, API)?"),
        ("Swift.Optional<((Swift.Int) -> App.A, App.B)>", "((Int) -> A, B)?"),
        ("Swift.Array<Swift.Array<App.X>>", "[[X]]"),
        ("Swift.Dictionary<Swift.String, Swift.Array<App.X>>", "[String: [X]]"),
        ("Swift.Dictionary<Swift.String, Swift.Int>.Index", "[String: Int].Index"),
        ("Swift.ArraySlice<Swift.Int>", "ArraySlice<Int>"),
        ("App.Optional<Swift.Int>", "Optional<Int>"),
    ])
    func `is written with the signs of the language`(qualified: String, short: String) {
        #expect(TypeName(qualified).description == short)
    }

    @Test(arguments: [
        ("(Swift.Int) -> Swift.String", "(Int) -> String"),
        ("(Swift.Int) -> (Swift.Int) -> ()", "(Int) -> (Int) -> ()"),
        (
            "@Sendable (Swift.Int, inout App.A) async throws -> Swift.Optional<App.P>",
            "@Sendable (Int, inout A) async throws -> P?"
        ),
        ("() throws(App.Failure) -> ()", "() throws(Failure) -> ()"),
        ("@Swift.MainActor () -> ()", "@MainActor () -> ()"),
        ("(Swift.Int...) -> ()", "(Int...) -> ()"),
        ("(a: Swift.Int, b: App.B)", "(a: Int, b: B)"),
        ("App.Box<(Swift.Int, App.B) -> App.C>", "Box<(Int, B) -> C>"),
        ("App.P & App.Q", "P & Q"),
        ("Any", "Any"),
        ("Any.Type", "Any.Type"),
        ("App.P.Type", "P.Type"),
        ("App.P.Protocol", "P.Protocol"),
        ("Swift.InlineArray<3, Swift.Int>", "InlineArray<3, Int>"),
        (
            "any Swift.Sequence<Self.Swift.Sequence.Element == Swift.Int>",
            "any Sequence<Self.Element == Int>"
        ),
    ])
    func `keeps functions, tuples and metatypes readable`(qualified: String, short: String) {
        #expect(TypeName(qualified).description == short)
    }

    @Test(arguments: [
        ("App.(unknown context at $557d3d000e38).L", "L"),
        ("App.(unknown context at $55).(unknown context at $56).L<Swift.Int>.M", "L<Int>.M"),
        ("(extension in App):Swift.Array<Swift.Int>.Page", "[Int].Page"),
    ])
    func `leaves out anonymous contexts`(qualified: String, short: String) {
        #expect(TypeName(qualified).description == short)
    }

    @Test(arguments: [
        "", "<", ">", ">>", "(", ")", ",", "A<", "A<B", "A<B,", "A<(B>", "A.", ".", "...", "`",
        "(A", "(unknown context at ", "(extension in ", "->", "A->B", "\u{0}\"\\\n", "Ä.Ö<Ü>",
    ])
    func `of any shape gives a description`(qualified: String) {
        _ = TypeName(qualified).description

        #expect(TypeName(qualified).qualified == qualified)
    }

    @Test func `made by the runtime reads like the code`() {
        let nested = TypeName(String(reflecting: Outer<Int>.Inner<[String: Bool?]>.self))
        let existential = TypeName(String(reflecting: [any Drawable].self))

        #expect(nested.description == "Outer<Int>.Inner<[String: Bool?]>")
        #expect(existential.description == "[Drawable]")
    }

    @Test func `is compared by its qualified spelling`() {
        let first = TypeName("A.Session")
        let second = TypeName("B.Session")

        #expect(first.description == second.description)
        #expect(first != second)
        #expect(first < second)
    }

    @Test(
        arguments: [
            ("Swift.Optional<App.API>", "App.API"),
            ("Swift.Optional<Swift.Optional<App.API>>", "Swift.Optional<App.API>"),
            ("Swift.Optional<() -> ()>", "() -> ()"),
            ("Swift.Optional<App.A>.B<App.C>", nil),
            ("Swift.Optional", nil),
            ("App.API", nil),
        ] as [(String, String?)]
    )
    func `knows the wrapped type of an optional`(qualified: String, wrapped: String?) {
        #expect(TypeName(qualified).wrapped?.qualified == wrapped)
    }
}
