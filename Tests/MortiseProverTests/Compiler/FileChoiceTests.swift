// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MortiseProver

@Suite("The choice of files")
struct FileChoiceTests {
    /// A program that registers something under a condition, with files of which none says that it has
    /// to do with that.
    struct Example: CustomTestStringConvertible {
        let testDescription: String
        let files: [String: String]

        init(_ title: String, begins: String, decides: String, _ others: [String: String]) {
            testDescription = title
            files = others.merging(
                [
                    "main": """
                    import Mortise
                    struct A {}
                    let app = Container()
                    \(begins)
                    if \(decides) { app.register { A() } }
                    _ = try app.resolve(A.self)
                    """
                ]
            ) { $1 }
        }
    }

    @Test("finds all that may change a condition of wiring", arguments: Self.examples)
    func changes(example: Example) throws {
        #expect(try read(example.files) == Set(example.files.keys))
    }

    @Test("leaves out what has nothing to do with wiring")
    func leavesOut() throws {
        let files = Example(
            "",
            begins: "greet()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Greeting": "func greet() { print(Greeting(text: \"hello\").text) }",
                "Text": "struct Greeting { var text: String }",
            ]
        ).files
        #expect(try read(files) == ["main", "Global"])
    }

    /// The files of a target that are read.
    private func read(_ files: [String: String]) throws -> Set<String> {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "choice-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = try files.keys.sorted().map { name in
            let file = folder.appending(path: "\(name).swift")
            try Data(files[name, default: ""].utf8).write(to: file)
            return file.path
        }
        let target = PackageDescription.Target(
            module: "App",
            command: [],
            files: paths,
            isTest: false,
            isForeign: false,
            isOfMortise: false,
            dependencies: ["Mortise"],
            folder: nil
        )
        var (choice, texts, program) = (FileChoice(among: [target]), FileTexts(), Program())
        var read: Set<String> = []
        while let (_, chosen) = choice.next(after: program, &texts).first {
            for file in chosen {
                let model = try Toolchain.model(of: file, among: paths, number: program.files.count)
                #expect(model.errors.isEmpty)
                program.add(model)
                read.insert(URL(filePath: file).deletingPathExtension().lastPathComponent)
            }
        }
        return read
    }

    static let examples = [
        Example(
            "by a default in another file than the protocol",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Protocol": "protocol Job { func go() }",
                "Default": "extension Job { func go() { Global.isOn = false } }",
                "Type": "struct Quiet: Job {}",
                "Startup": "func startUp() { let job: any Job = Quiet(); job.go() }",
            ]
        ),
        Example(
            "by a witness in another file than the conformance",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Protocol": "protocol Job { func go() }",
                "Type": "struct Quiet: Job {}",
                "Witness": "extension Quiet { func go() { Global.isOn = false } }",
                "All": "func all() -> [any Job] { [Quiet()] }",
                "Startup": "func startUp() { all().forEach { $0.go() } }",
            ]
        ),
        Example(
            "by an initializer in an extension",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Type": "struct Quiet { let size: Int }",
                "Extension": """
                extension Quiet {
                    init(size: Int, isOn: Bool) {
                        self.size = size
                        Global.isOn = isOn
                    }
                }
                """,
                "Startup": "func startUp() { _ = Quiet(size: 1, isOn: false) }",
            ]
        ),
        Example(
            "by calling a value",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Type": """
                struct Quiet {}
                func quiet() -> Quiet { Quiet() }
                """,
                "Extension": "extension Quiet { func callAsFunction() { Global.isOn = false } }",
                "Startup": "func startUp() { quiet()() }",
            ]
        ),
        Example(
            "by an interpolation",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Extension": """
                extension DefaultStringInterpolation {
                    mutating func appendInterpolation(quiet number: Int) { Global.isOn = false }
                }
                """,
                "Show": "func show(_ text: String) {}",
                "Startup": "func startUp() { show(\"\\(quiet: 4)\") }",
            ]
        ),
        Example(
            "by the builder of a closure",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Builder": "@resultBuilder struct Builder {}",
                "Extension": """
                extension Builder {
                    static func buildBlock(_ number: Int) -> Int {
                        Global.isOn = false
                        return number
                    }
                }
                """,
                "Run": "func run(@Builder _ body: () -> Int) { _ = body() }",
                "Startup": "func startUp() { run { 3 } }",
            ]
        ),
        Example(
            "by another name of a type",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Name": "typealias Silence = [Quiet]",
                "Type": "struct Quiet { init() { Global.isOn = false } }",
                "Startup": "func startUp() { let all: Silence = [.init()]; _ = all }",
            ]
        ),
        Example(
            "by a default argument",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Quiet": "func quiet() -> Int { Global.isOn = false; return 1 }",
                "Run": "func run(_ number: Int = quiet()) {}",
                "Startup": "func startUp() { run() }",
            ]
        ),
        Example(
            "by a type in a list",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Protocol": "protocol Job { init() }",
                "Type": "struct Quiet: Job { init() { Global.isOn = false } }",
                "All": "enum All { static var jobs: [any Job.Type] { [Quiet.self] } }",
                "Startup": "func startUp() { _ = All.jobs[0].init() }",
            ]
        ),
        Example(
            "at the end of an object of a subclass",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Base": "class Base { deinit { Global.isOn = false } }",
                "Type": "final class Session: Base {}",
                "Make": "func make() -> Any { Session() }",
                "Startup": "func startUp() { _ = make() }",
            ]
        ),
        Example(
            "by a member that a type inherits",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Protocol": "protocol Job {}",
                "Extension":
                    "extension Job { subscript(_ number: Int) -> Int { Global.isOn = false; return 1 } }",
                "Type": """
                struct Quiet: Job {}
                func quiet() -> Quiet { Quiet() }
                """,
                "Startup": "func startUp() { _ = quiet()[1] }",
            ]
        ),
        Example(
            "behind a tab and a comment",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Startup": "func startUp() { Global.isOn\t/* now */ = false }",
            ]
        ),
        Example(
            "by a function that a condition chooses",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Quiet": "func quiet() { Global.isOn = false }; func loud() {}",
                "Startup": "func startUp() { let f = CommandLine.argc > 0 ? quiet : loud; f() }",
            ]
        ),
        Example(
            "by a property that a condition binds",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Quiet": "var quiet: Int? { Global.isOn = false; return 1 }",
                "Startup": "func startUp() { if let quiet { print(quiet) } }",
            ]
        ),
        Example(
            "by what a key path writes",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Global": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Type": "final class Session { var size = 1 { didSet { Global.isOn = false } } }",
                "Change": "func change() { Session()[keyPath: \\.size] = 2 }",
                "Startup": "func startUp() { change() }",
            ]
        ),
        Example(
            "at the end of an object",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Settings": """
                enum Global { nonisolated(unsafe) static var isOn = true }
                final class Session { deinit { Global.isOn = false } }
                """,
                "Startup": "func startUp() { _ = Session() }",
            ]
        ),
        Example(
            "when a wrapped property is set",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Settings": """
                enum Global { nonisolated(unsafe) static var isOn = true }
                @propertyWrapper struct Quiet { var wrappedValue: Int { didSet { Global.isOn = false } } }
                """,
                "Startup": """
                struct Job { @Quiet var size = 1 }
                func startUp() { var j = Job(); j.size = 2 }
                """,
            ]
        ),
        Example(
            "by a protocol",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Settings": """
                enum Global { nonisolated(unsafe) static var isOn = true }
                protocol Task2 { func go() }
                struct Quiet: Task2 { func go() { Global.isOn = false } }
                nonisolated(unsafe) let tasks: [any Task2] = [Quiet()]
                """,
                "Startup": "func startUp() { for t in tasks { t.go() } }",
            ]
        ),
        Example(
            "by a closure in a list",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Settings":
                    "enum Global { nonisolated(unsafe) static var isOn = true; static var hooks: [() -> Void] { [{ isOn = false }] } }",
                "Startup": "func startUp() { Global.hooks[0]() }",
            ]
        ),
        Example(
            "by a key path",
            begins: "startUp()",
            decides: "settings.isOn",
            [
                "Settings": """
                final class Settings { var isOn = true }
                nonisolated(unsafe) let settings = Settings()
                """,
                "Startup": "func startUp() { settings[keyPath: path] = false }",
                "Paths":
                    "nonisolated(unsafe) let path: ReferenceWritableKeyPath<Settings, Bool> = \\.isOn",
            ]
        ),
        Example(
            "by a literal",
            begins: "startUp()",
            decides: "Mode.isOn",
            [
                "Settings":
                    "struct Mode: ExpressibleByStringLiteral { nonisolated(unsafe) static var isOn = true; init(stringLiteral: String) { Self.isOn = false } }",
                "Startup": """
                func startUp() { take("quiet") }
                """,
                "Take": "func take(_ m: Mode) {}",
            ]
        ),
        Example(
            "as a whole",
            begins: """
                var s = Settings()
                s.quiet()
                """,
            decides: "s.isOn",
            [
                "Settings": "struct Settings { var isOn = true }",
                "Startup": """
                protocol Quietable { mutating func quiet() }
                extension Settings: Quietable { mutating func quiet() { self = Settings(isOn: false) } }
                """,
            ]
        ),
        Example(
            "by an initial value",
            begins: "_ = Caller()",
            decides: "Global.isOn",
            [
                "Settings": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Startup": "struct Caller { var x: Void = go() }",
                "Other": "func go() { Global.isOn = false }",
            ]
        ),
        Example(
            "by an operator",
            begins: "",
            decides: "Level.high != Level.low",
            [
                "Settings": "enum Level { case low, high }",
                "Startup":
                    "extension Level { static func == (a: Level, b: Level) -> Bool { true } }",
            ]
        ),
        Example(
            "where it is passed inout",
            begins: """
                var s = Settings()
                startUp(&s)
                """,
            decides: "s.isOn",
            [
                "Settings": "struct Settings { var isOn = true }",
                "Startup": "func startUp(_ s: inout Settings) { s.quiet() }",
                "Ext":
                    "extension Settings { mutating func quiet() { self = Settings(isOn: false) } }",
            ]
        ),
        Example(
            "by a closure of a constant",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Settings": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Startup": "func startUp() { Toggle.all.forEach { $0() } }",
                "Toggles":
                    "enum Toggle { static let all: [@Sendable () -> Void] = [{ Global.isOn = false }] }",
            ]
        ),
        Example(
            "by a function that is a value",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Settings":
                    "enum Global { nonisolated(unsafe) static var isOn = true; static func off() { isOn = false } }",
                "Startup": "func startUp() { hook() }",
                "Ext": "nonisolated(unsafe) let hook: () -> Void = Global.off",
            ]
        ),
        Example(
            "by an operator of its own",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Settings": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Startup": "func startUp() { 1 <-> 2 }",
                "Ext": """
                infix operator <->
                func <-> (l: Int, r: Int) { Global.isOn = false }
                """,
            ]
        ),
        Example(
            "where a pattern is matched",
            begins: "startUp()",
            decides: "Global.isOn",
            [
                "Settings": "enum Global { nonisolated(unsafe) static var isOn = true }",
                "Startup": "func startUp() { switch 1 { case p: break; default: break } }",
                "Ext": """
                struct P: Sendable {}
                func ~= (p: P, n: Int) -> Bool { Global.isOn = false; return true }
                """,
                "Mid": "let p = P()",
            ]
        ),
    ]
}
