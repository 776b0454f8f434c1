// SPDX-License-Identifier: MIT

import Foundation
import MortiseProver
import Testing

@Suite("The model of type-checked code")
struct LoweringTests {
    /// A file with every kind of declaration, statement and expression that has no other module.
    static let everything = """
        protocol Plain { func run(_ value: Int) -> String; var size: Int { get }; init() }
        extension Plain { func run(_ value: Int) -> String { "default" } }
        enum Raw: String { case first, second = "2nd" }
        enum Tree { case leaf(Int, name: String), none; indirect case node(Tree) }
        actor Counter { var count = 0; func add() { count += 1 } }
        @propertyWrapper struct Wrapper<Value> {
            var wrappedValue: Value
            init(wrappedValue: Value, tag: String = "") { self.wrappedValue = wrappedValue }
            var projectedValue: Int { 1 }
        }
        class Base { func go(times: Int = 1, _ names: String...) throws -> Int { times }; init() {} }
        final class Derived: Base {
            @Wrapper(tag: "live") var wrapped = 5
            lazy var late = 7
            var watched = 1 { didSet { print(watched) } }
            var computed: Int { get { wrapped } set { wrapped = newValue } }
            override func go(times: Int = 2, _ names: String...) throws -> Int {
                try super.go(times: times)
            }
            subscript(index: Int, by step: Int = 1) -> Int { index }
            static let shared = 3
        }
        let global = { 5 }()
        func generic<T: Plain, each U>(_ value: T, _ rest: repeat each U) -> some Plain { value }
        @resultBuilder struct Builder { static func buildBlock(_ parts: Int...) -> [Int] { parts } }
        func build(@Builder _ body: () -> [Int]) -> [Int] { body() }
        @MainActor func onMain() {}
        func everything(_ flag: Bool, _ base: Derived?, _ tree: Tree) async throws -> Int {
            let chosen = if flag { 1 } else { 2 }
            switch tree {
            case .leaf(let number, name: "x") where number > 1: print(number)
            case let .node(inner): print(inner); fallthrough
            default: break
            }
            do { _ = try base?.go() } catch let error as CancellationError { throw error }
            async let later = chosen + 1
            defer { print("bye") }
            for index in [1, 2] where index > 1 { print(index); continue }
            while let base, flag { print(base); break }
            repeat { print(1) } while flag
            let method = base!.go, make = Derived.init, path = \\Derived.wrapped
            let closure = { [weak base, copy = chosen] (value: inout Int) in value += copy }
            func local(_ value: Int) -> Int { value + chosen }
            struct Local { let part: Int }
            guard let base, case .none = tree else { throw CancellationError() }
            base.computed = base[1, by: 2] == 2 ? #line : 0
            let pair = (first: 1, second: "a \\(chosen) b\\(local(1))"), (left, _) = (1, 2)
            let table: [String: any Sendable] = ["a": pair.second, "b": left]
            print(table["a"] as? String ?? "-", type(of: base), build { 1; 2 }, -chosen, 1.5)
            _ = (method, make, path, closure, Local(part: 1), await later, Tree.self)
            return flag ? 1 : chosen
        }
        @main struct Main { static func main() {} }

        """

    private func text(_ source: String) throws -> [String] {
        try Toolchain.text(source).split(separator: "\n").map(String.init)
    }

    /// The body of `func test`, the last function of a source.
    private func body(_ source: String) throws -> String {
        let lines = try text(source)
        let start = try #require(lines.lastIndex { $0.hasPrefix("func test") })
        return lines[(start + 1)...].map { String($0.dropFirst(2)) }.joined(separator: "\n")
    }

    @Test("has types with their cases, raw values and stored properties")
    func hasTypes() throws {
        let lines = try text(Self.everything)
        for line in [
            "protocol any Plain stored 0",
            "enumeration Raw [first = \"first\", second = \"2nd\"] stored 0",
            "enumeration Tree [leaf, none, node] stored 0",
            "actor Counter stored 1",
            "structure Wrapper<τ00> stored 1",
            "class Derived: Base stored 3",
            "structure Main main stored 0",
            "extension any Plain",
        ] {
            #expect(lines.contains(line))
        }
    }

    @Test("has properties with their initial values, accessors and wrappers")
    func hasProperties() throws {
        let lines = try text(Self.everything)
        for line in [
            "let global: Int = {return 5}()",
            "let Derived.wrapped: Int @Wrapper<Int>(tag: \"live\") get set",
            "var Derived._wrapped: Wrapper<Int> = Wrapper<Int>.init<Int>"
                + "(wrappedValue: 5, tag: \"live\")",
            "let Derived.late: Int get set",
            "var Derived.watched: Int observed = 1",
            "let Derived.computed: Int get set",
            "static let Derived.shared: Int = 3",
        ] {
            #expect(lines.contains(line))
        }
    }

    @Test("has functions with their parameters, defaults and what they override")
    func hasFunctions() throws {
        let lines = try text(Self.everything)
        for line in [
            "func any Plain.run(_ value: Int) -> String",
            "func any Plain.run(_ value: Int) -> String:",
            "func Base.go(times: Int = 1, _ names: Array<String>) -> Int:",
            "func Derived.go(times: Int = 2, _ names: Array<String>) -> Int overrides:",
            "  return super.go(times: times, [])",
            "func Derived.subscript(_ index: Int, by step: Int) -> Int:",
            "func onMain() -> () main:",
            "  return ^value",
        ] {
            #expect(lines.contains(line))
        }
    }

    @Test("has statements and expressions of all kinds")
    func hasBodies() throws {
        let lines = try text(Self.everything)
        let start = try #require(lines.firstIndex { $0.hasPrefix("func everything") })
        let end = try #require(lines.firstIndex { $0.hasPrefix("static func Main.main") })
        #expect(lines[start..<end].joined(separator: "\n") == Self.expectedBody)
        #expect(!lines.contains { $0.hasSuffix("errors") })
    }

    @Test("calls members of values, types and enumerations in one form")
    func namesCallees() throws {
        let body = try body(
            """
            enum Kind { case plain, loaded(Int) }
            struct Maker { func make() -> Kind { .plain }; static func other() -> Kind { .plain } }
            func test(_ maker: Maker) -> [Kind] {
                [maker.make(), Maker.other(), .plain, .loaded(1), Maker().make()]
            }
            """
        )
        #expect(
            body == "return [maker.make(), Maker.other(), .plain, .loaded(1), Maker.init().make()]"
        )
    }

    @Test("keeps conversions that erase a type, and drops those that do not")
    func keepsErasure() throws {
        let body = try body(
            """
            protocol Plain {}
            class Base: Plain {}
            final class Derived: Base {}
            func take(_ base: Base, _ any: any Plain, _ optional: Base?, _ run: @Sendable () -> Void) {}
            func two() -> (Base, Base) { (Base(), Base()) }
            func test(_ derived: Derived) {
                take(derived, derived as any Plain, derived, {})
                let pair: (any Plain, Base?) = two()
            }
            """
        )
        #expect(body == "$take(^derived, ^derived, ^^derived, {})\nlet pair = ^$two()")
    }

    @Test("gives what generic parameters stand for, packs too")
    func givesSubstitutions() throws {
        let body = try body(
            """
            struct Box<T> { func pair<U>(_ other: U) {} }
            func all<each T>(_ types: repeat (each T).Type) {}
            func test() { Box<Int>().pair("x"); all(Int.self, [String].self) }
            """
        )
        #expect(
            body == """
                Box<Int>.init<Int>().pair<Int, String>("x")
                $all<Pack{Int, Array<String>}>(Int, Array<String>)
                """
        )
    }

    @Test("computes local variables that have a getter, a wrapper or are lazy when they are read")
    func hasComputedLocals() throws {
        let body = try body(
            """
            @propertyWrapper struct Wrapper { var wrappedValue: Int }
            func test() {
                var computed: Int { 1 }
                @Wrapper var wrapped = 2
                print(computed + wrapped)
            }
            """
        )
        #expect(
            body == """
                computed computed:
                  return 1
                let _wrapped = Wrapper.init(wrappedValue: 2)
                computed wrapped:
                  return _wrapped.wrappedValue
                $print([^Int.+(computed, wrapped)], separator: default1<print>, terminator: default2<print>)
                """
        )
    }

    @Test("opens existentials where they are used")
    func opensExistentials() throws {
        let body = try body(
            """
            protocol Plain { func run() -> Self }
            func generic<T: Plain>(_ value: T) {}
            func test(_ plain: any Plain) { generic(plain); _ = plain.run() }
            """
        )
        #expect(body == "$generic<dynamic any Plain>(plain)\n^plain.run<dynamic any Plain>()")
    }

    @Test("runs the statements of a script in order, and marks its variables")
    func hasTopLevel() throws {
        let source =
            "let a = 1\nprint(a)\nfunc f() -> Int { a }\nstruct S {}\nif a > 0 { print(2) }\n"
        #expect(
            try Toolchain.text(source, arguments: []) == """
                structure S stored 0
                let a: Int top
                func f() -> Int:
                  return $a
                top level:
                  let a = 1
                  $print([^$a], separator: default1<print>, terminator: default2<print>)
                  if Int.>($a, 0):
                    $print([^2], separator: default1<print>, terminator: default2<print>)
                """
        )
    }

    @Test("has parameters whose default value is where they are called")
    func hasDefaultIsolation() throws {
        let source = """
            func run(isolation: isolated (any Actor)? = #isolation) async {}
            func test() async { await run() }
            """
        let lines = try text(source)
        #expect(
            lines.first
                == "func run(isolation: Optional<any Actor> = other()) -> () async:"
        )
        #expect(!lines.contains { $0.hasSuffix("errors") })
    }

    @Test(
        "notes other macros as default values, which are not expanded there",
        arguments: ["value: (any Actor)? = #planted", "value: Int = #isolation"]
    )
    func notesDefaultMacros(parameter: String) throws {
        let source = """
            @freestanding(expression) macro planted() -> (any Actor)? = #isolation
            @freestanding(expression) macro isolation() -> Int = #line
            func run(\(parameter)) {}
            """
        #expect(try !Toolchain.model(source, isBroken: true).errors.isEmpty)
    }

    @Test("has arguments of wrappers that are checked elsewhere")
    func hasCheckedArguments() throws {
        let source = """
            struct Help { static let secret = Help() }
            @propertyWrapper struct Flag<Value> {
                var wrappedValue: Value
                init(wrappedValue: Value, help: Help, name: String = "") { self.wrappedValue = wrappedValue }
                init(help: Help) where Value == Int? { wrappedValue = nil }
            }
            @propertyWrapper struct Other<Value> {
                var wrappedValue: Value
                init(wrappedValue: Value, help: Help) { self.wrappedValue = wrappedValue }
            }
            struct Command {
                @Flag(help: .secret) var plain = false
                @Flag(help: .secret, name: "a") var named = 1
                @Flag(help: .secret) var empty: Int?
                @Other(help: .secret) @Flag(help: .secret, name: "b") var both = 2
            }
            """
        let lines = try text(source)
        for line in [
            "let Command.plain: Bool @Flag<Bool>(help: Help.secret) get set",
            "let Command.named: Int @Flag<Int>(help: Help.secret, name: \"a\") get set",
            "let Command.empty: Optional<Int> @Flag<Optional<Int>>(help: Help.secret) get set",
            "let Command.both: Int @Other<Flag<Int>>(help: Help.secret)"
                + " @Flag(help: Help.secret, name: \"b\") get set",
        ] {
            #expect(lines.contains(line))
        }
        #expect(!lines.contains { $0.hasSuffix("errors") })
    }

    @Test("notes arguments of wrappers that were not checked")
    func notesUncheckedArguments() throws {
        let source = """
            struct Help { static let secret = Help() }
            @propertyWrapper struct Flag {
                var wrappedValue: Int
                init(wrappedValue: Int, help: Help) { self.wrappedValue = wrappedValue }
            }
            struct Command { @Flag(help: .planted) var plain = 1 }
            """
        #expect(try !Toolchain.model(source, isBroken: true).errors.isEmpty)
    }

    @Test("notes each place that the compiler could not check")
    func notesErrors() throws {
        let source = """
            func test(_ missing: Missing) { undefined(1); let a: Int = "x"; print(a.nope) }
            let global = unknown()
            """
        let file = try Toolchain.model(source, isBroken: true)
        func offset(_ text: String) -> Int {
            source.range(of: text)?.lowerBound.utf16Offset(in: source) ?? -1
        }
        let starts = Set(file.errors.map(\.start))
        for text in ["func test", "undefined(1)", "unknown()"] {
            #expect(starts.contains(offset(text)))
        }
        #expect(try Toolchain.model("func fine() {}").errors.isEmpty)
    }

    @Test("gives each call its place")
    func givesPlaces() throws {
        let source = "func test(_ é: Int) {\r\n    print(\"é\"); print(1)\r\n}\n"
        let file = try Toolchain.model(source)
        let body = try #require(file.functions.first?.body)
        let starts = body.map { statement -> Int in
            if case .expression(let expression) = statement { expression.place.start } else { -1 }
        }
        let bytes = Array(source.utf8)
        #expect(
            starts.map { String(decoding: bytes[$0..<$0 + 6], as: UTF8.self) } == [
                "print(", "print(",
            ]
        )
    }

    @Test("places what a macro expands to at the macro")
    func placesExpansions() throws {
        let source = """
            import Observation
            @Observable final class Model { var value = 1 }
            """
        let file = try Toolchain.model(source)
        #expect(file.errors.isEmpty)
        let model = try #require(file.types.first)
        let expanded = file.functions.filter { $0.name == "withMutation" }
        #expect(expanded.map(\.place) == [model.place])
        let setter = try #require(file.variables.first { $0.name == "value" }?.setter)
        let function = try #require(file.functions.first { $0.usr == setter })
        #expect(function.parameters.map(\.name) == ["newValue"])
    }

    @Test("names what is referred to by path and labels")
    func namesSymbols() throws {
        let source = """
            struct Outer { struct Inner { static func make(_ value: Int, with other: Int) {}; var x = 1
                init(_ a: Int) {} ; subscript(at index: Int) -> Int { index } } }
            enum Case { case loaded(Int, of: Int) }
            extension Array { static func fresh() {}; func tail(_ a: Int) {} }
            func test(_ inner: Outer.Inner) -> Any {
                Outer.Inner.make(1, with: 2); [Int].fresh(); [1].tail(1)
                return (inner.x, Outer.Inner(1), inner[at: 1], Case.loaded(1, of: 2), 1 + 1)
            }
            """
        let symbols = try Toolchain.model(source).symbols.values
        let signatures = Set(symbols.map { ($0.isStatic ? "static " : "") + $0.signature })
        #expect(
            signatures.isSuperset(of: [
                "static App.Outer.Inner.make(_:with:)",
                "App.Outer.Inner.x",
                "App.Outer.Inner.init(_:)",
                "App.Outer.Inner.subscript(at:)",
                "App.Case.loaded",
                "static (extension in App):Swift.Array.fresh()",
                "(extension in App):Swift.Array.tail(_:)",
                "static Swift.Int.+(_:_:)",
            ])
        )
    }
}

extension LoweringTests {
    private static let expectedBody = """
        func everything(_ flag: Bool, _ base: Optional<Derived>, _ tree: Tree) -> Int async:
          let chosen = flag ? 1 : 2
          switch tree:
          case Tree.leaf((number, =="x")) where Int.>(number, 1):
            $print([^number], separator: default1<print>, terminator: default2<print>)
          case Tree.node(inner):
            $print([^inner], separator: default1<print>, terminator: default2<print>)
            fallThrough
          default:
            leave
          do:
            chain(^base?.go(times: default0<go>, []))
          case is CancellationError error:
            throw ^error
          let later = {auto async return Int.+(chosen, 1)}()
          defer:
            $print([^"bye"], separator: default1<print>, terminator: default2<print>)
          for index in [1, 2]:
            if Int.>(index, 1):
              $print([^index], separator: default1<print>, terminator: default2<print>)
              next
          while base? = base, flag:
            $print([^base], separator: default1<print>, terminator: default2<print>)
            leave
          repeat while flag:
            $print([^1], separator: default1<print>, terminator: default2<print>)
          let method = {auto self in return {auto times, names in return self.go(times, names)}}(base!)
          let make = {auto return Derived.init()}
          let path = \\.wrapped
          let closure = { [base = base, copy = chosen] value in return Int.+=(&value, copy)}
          func local(_ value: Int) -> Int:
            return Int.+(value, chosen)
          guard base? = base, Tree.none = tree else:
            throw ^CancellationError.init()
          base.computed = Int.==(base.subscript(1, by: 2), 2) ? ##line : 0
          let pair = (first: 1, second: text("a ", chosen, " b", local(1), ""))
          let (left, _) = (1, 2)
          let table = ["a": ^pair.1, "b": ^left]
          $print([^$??<String>(chain((table.subscript<String, Any>("a")? conditional String)), {auto return "-"}), ^type(of: base), ^$build({let $__builder0 = 1; let $__builder1 = 2; return Builder.buildBlock([$__builder0, $__builder1])}), ^Int.-<Int>(chosen), ^other()], separator: default1<print>, terminator: default2<print>)
          (method, make, path, closure, everything.Local.init(part: 1), later, Tree)
          return flag ? 1 : chosen
        """
}
