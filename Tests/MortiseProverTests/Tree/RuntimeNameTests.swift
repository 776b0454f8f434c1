// SPDX-License-Identifier: MIT

import MortiseProver
import Testing

@Suite("The run-time name of a type that the prover read")
struct RuntimeNameTests {
    /// Types that a program can name, one a line.
    private static let types = """
        Int
        [String]
        [String: [Int]]
        Int?
        Int??
        Box<Int>
        Box<any Plain>
        Box<any Plain & Second>
        Box<any Plain>.Inner<Int>
        Box<Int>.Bare
        Outer.Middle.Inner
        Alias
        Generic<Int>
        Hidden
        Hidden.Nested
        Box<Hidden>
        (any Plain)
        (any Plain & Second)
        (any Second & Plain)
        (any Plain & AnyObject)
        (any Bound)
        (any Class & Plain)
        (any Primary<Int>)
        (any Primary<any Plain>)
        (any Primary<Int> & Plain)
        (any Primary)
        Any
        AnyObject
        [Any]
        [any Plain]
        (any Plain)?
        [String: any Plain]
        Never
        Void
        (Int, String)
        (a: Int, b: (String, c: Bool))
        (() -> Void)
        ((Int, inout String) -> Bool)
        (@Sendable () -> Int)
        (() throws -> Int)
        (() async throws -> any Plain)
        (@MainActor () -> Int)
        (@MainActor @Sendable (any Plain) async -> Int)
        Variadic
        Sending
        Borrowing
        Isolated
        Pointer
        Nonsending
        Typed
        Autoclosure
        Box<any Primary<Int>>
        [any Primary<Int>]
        (any Primary<any Primary<Int>>)
        (((Int, Int)) -> Void)
        ((@escaping () -> Void) -> (Int) -> Void)
        Int.Type
        Class.Type
        (any Plain.Type)
        BothType
        Any.Type
        Box<Int.Type>
        Result<Int, any Error>
        Set<Int>
        Array<Int>.Index
        Array<Int>.Extra
        Box<Int>.Constrained
        UnsafeMutablePointer<Int>
        Actor
        String.Index
        KeyPath<String, Int>
        Character.Type?
        Many<Int, String>
        Many< >
        Named.`raw name`
        """
        .split(separator: "\n").map(String.init)

    private static let declarations = """
        protocol Plain {}
        protocol Second {}
        protocol Bound: AnyObject {}
        protocol Primary<Element> { associatedtype Element }
        class Class {}
        actor Actor {}
        struct Box<Content> { struct Inner<Other> {}; struct Bare {} }
        enum Outer { enum Middle { struct Inner {} } }
        typealias Alias = [Outer]
        typealias Sending = (sending Class) -> sending Class
        typealias Borrowing = (borrowing Class, consuming Class, isolated Actor) -> Void
        typealias Isolated = @isolated(any) () -> Void
        typealias Pointer = @convention(c) (Int) -> Int
        typealias Nonsending = nonisolated(nonsending) () async -> Void
        typealias Typed = () throws(Failure) -> Void
        typealias Autoclosure = (@autoclosure () -> Int) -> Void
        enum Failure: Error { case any }
        typealias Variadic = (Int...) -> Void
        typealias BothType = any (Plain & Second).Type
        typealias Generic<T> = Box<[T]>
        private struct Hidden { struct Nested {} }
        extension Array { struct Extra {} }
        extension Box where Content == Int { struct Constrained {} }
        struct Many<each Part> {}
        enum Named { struct `raw name` {} }
        func show<T>(_ type: T.Type) { print(String(reflecting: type)) }
        struct Host {
            init() { struct Here {}; show(Here.self) }
            var value: Int { struct Here {}; show(Here.self); return 1 }
            func local() {
                struct Local<T> {}
                enum Other { enum Inner {} }
                show(Local<Int>.self)
                show(Other.Inner.self)
                func inner() { struct Deep {}; show(Deep.self) }
                inner()
                _ = value
            }
        }

        """

    @Test("is the one that the run time gives, for types of all forms")
    func equalsTheRunTime() throws {
        let calls = Self.types.map { "show(\($0).self)" }
        let source = Self.declarations + calls.joined(separator: "\n") + "\nHost().local()\n"
        let printed = try Toolchain.output(ofScript: source).split(separator: "\n").map(String.init)
        try #require(printed.count == calls.count + 5)
        let file = try Toolchain.model(source, arguments: [])
        let bodies =
            file.topLevel
            + ["init", "local", "inner", "value"].flatMap { name in
                Self.functions(file).first { $0.name == name && !$0.isImplicit }?.body ?? []
            }
        let read = bodies.compactMap(Self.shown)
        try #require(read.count == printed.count)
        for (type, name) in zip(read, printed) {
            #expect(type.runtimeName.map(Self.withoutAddresses) == Self.withoutAddresses(name))
        }
    }

    /// The functions of a file and those in them.
    private static func functions(_ file: SourceFile) -> [Function] {
        file.functions.flatMap { function in
            let local = (function.body ?? []).compactMap { statement in
                if case .function(let function) = statement { function } else { nil }
            }
            return [function] + local
        }
    }

    /// The type in `show(T.self)`.
    private static func shown(_ statement: Statement) -> SwiftType? {
        guard case .expression(let expression) = statement,
            case .call(_, let arguments) = expression.kind,
            case .typeValue(let type) = arguments.first?.value.kind
        else { return nil }
        return type
    }

    private static func withoutAddresses(_ name: String) -> String {
        name.replacing(#/unknown context at \$[^)]*/#, with: "unknown context")
    }

    @Test("can have `any` at the top and in the arguments of chosen types")
    func spellsAny() throws {
        let types = ["(any Plain)", "Any", "[any Plain]", "[Int: (any Plain)?]", "Box<any Plain>"]
        let calls = types.map { "show(\($0).self)" }.joined(separator: "\n")
        let file = try Toolchain.model(Self.declarations + calls, arguments: [])
        let read = file.topLevel.compactMap(Self.shown)
        let generics: Set = ["Swift.Array", "Swift.Dictionary", "Swift.Optional"]
        #expect(
            read.map { $0.spelledName(withAnyInside: generics) } == [
                "any App.Plain", "Any", "Swift.Array<any App.Plain>",
                "Swift.Dictionary<Swift.Int, Swift.Optional<any App.Plain>>", "App.Box<App.Plain>",
            ]
        )
    }

    @Test(
        "does not exist for what depends on parameters",
        arguments: [
            SwiftType.parameter(.init(depth: 0, index: 0)),
            .nominal([.init("App"), .init("Box", arity: 1)], [.unknown("?")]),
            .tuple([.init(.dependent("τ_0_0.Element"))]),
            .opaque("s:3App"),
            .dynamic(
                .existential(
                    [[.init("App"), .init("Clock")]],
                    superclass: nil,
                    isClassBound: false
                )
            ),
        ]
    )
    func isNil(type: SwiftType) {
        #expect(type.runtimeName == nil)
    }
}
