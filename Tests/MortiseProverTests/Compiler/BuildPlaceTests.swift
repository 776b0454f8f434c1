// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MortiseProver

@Suite("A package that was built", .serialized)
struct BuildPlaceTests {
    private let processes = ChildProcesses(limit: .seconds(300))
    private let sources = "Sources/" + "App/"

    /// A package with spaces in its path, one target and one test target.
    private func package() throws -> URL {
        let package = FileManager.default.temporaryDirectory
            .appending(path: "\(UUID()) with spaces/App's")
        try write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "App",
                targets: [
                    .target(name: "App", exclude: ["Notes.swift"]),
                    .testTarget(name: "AppTests", dependencies: ["App"]),
                ]
            )
            """,
            package,
            "Package.swift"
        )
        try write("public func one() {}", package, sources + "One.swift")
        try write("no source", package, sources + "Notes.swift")
        try write("import App", package, "Tests/" + "AppTests/AppTests.swift")
        return package
    }

    private func write(_ text: String, _ package: URL, _ path: String) throws {
        let file = package.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
    }

    private func check(_ place: BuildPlace, withTests: Bool = false) throws {
        try PackageDescription(of: place).requireUpToDate(withTests: withTests, processes)
    }

    private func expectError(_ part: String, _ body: () throws -> Void) {
        let error = #expect(throws: ProverError.self, performing: body)
        #expect(
            error?.description.contains(part) == true,
            "\(part): \(error?.description ?? "no error")"
        )
    }

    @Test("has each error of the compiler once, without what SwiftPM does next")
    func onceEach() {
        let error = "/App/main.swift:1:14: error: cannot convert\n1 | let x: Int = \"\""
        let text = """
            error: emit-module command failed
            [5/8] Emitting module App
            \(error)
            /App/main.swift:1:5: note: change it
            [6/8] Compiling App main.swift
            \(error)
            """
        #expect(
            MortiseProver.errors(in: text)
                == "error: emit-module command failed\n\(error)\n/App/main.swift:1:5: note: change it"
        )
    }

    @Test("is asked for where there is none")
    func nothing() throws {
        let package = try package()
        defer { try? FileManager.default.removeItem(at: package.deletingLastPathComponent()) }
        let other = BuildPlace(of: package.appending(path: "Absent"))
        expectError("there is no folder \(other.package.path): name") { try check(other) }
        expectError("there is no folder") { try other.build(withTests: false, processes) }
        let inside = BuildPlace(of: package.appending(path: "Sources"))
        let root = BuildPlace(of: package).package.path
        expectError("has no Package.swift: name the folder of a package, such as \(root)") {
            try check(inside)
        }
    }

    @Test("is outdated once a source is changed, added or removed, until it is built again")
    func outdated() throws {
        let package = try package()
        defer { try? FileManager.default.removeItem(at: package.deletingLastPathComponent()) }
        let place = BuildPlace(of: package)
        expectError("is not built") { try check(place) }
        try place.build(withTests: false, processes)
        try check(place)
        let changes: [(String, () throws -> Void)] = [
            // What the compiler makes of it stays as it is.
            (
                "One.swift was changed",
                { try write("public func one() {}", package, sources + "One.swift") }
            ),
            ("One.swift was changed", { try write("func a() {}", package, sources + "One.swift") }),
            ("Two.swift was added", { try write("", package, sources + "In/Two.swift") }),
            (
                "Two.swift was removed",
                {
                    let file = package.appending(path: sources + "In/Two.swift")
                    try FileManager.default.removeItem(at: file)
                }
            ),
            (
                "Package.swift was changed",
                {
                    let file = package.appending(path: "Package.swift")
                    try (String(contentsOf: file, encoding: .utf8) + "// changed\n")
                        .write(to: file, atomically: true, encoding: .utf8)
                }
            ),
        ]
        for (words, change) in changes {
            try change()
            expectError(words) { try check(place) }
            try place.build(withTests: false, processes)
            try check(place)
        }
        try write("no source, changed", package, sources + "Notes.swift")
        try check(place)
    }

    @Test("may use one target of a package beside it, and need not build the others of it")
    func otherTargets() throws {
        let package = try package()
        defer { try? FileManager.default.removeItem(at: package.deletingLastPathComponent()) }
        let beside = package.deletingLastPathComponent().appending(path: "Kit")
        try write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "Kit",
                products: [.library(name: "Used", targets: ["Used"]), .library(name: "Not", targets: ["Not-1"])],
                targets: [.target(name: "Used"), .target(name: "Not-1")]
            )
            """,
            beside,
            "Package.swift"
        )
        try write("public func used() {}", beside, "Sources/" + "Used/Used.swift")
        try write("public func notUsed() {}", beside, "Sources/" + "Not-1/Not.swift")
        try write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "App",
                dependencies: [.package(name: "Kit", path: "../Kit")],
                targets: [
                    .target(
                        name: "App",
                        dependencies: [.product(name: "Used", package: "Kit")],
                        exclude: ["Notes.swift"]
                    )
                ]
            )
            """,
            package,
            "Package.swift"
        )
        let place = BuildPlace(of: package)
        try place.build(withTests: false, processes)
        try check(place)
        try write("", beside, "Sources/" + "Not-1/More.swift")
        try check(place)
        try write("", beside, "Sources/" + "Used/More.swift")
        expectError("More.swift was added") { try check(place) }
    }

    @Test("has tests only if they were built")
    func tests() throws {
        let package = try package()
        defer { try? FileManager.default.removeItem(at: package.deletingLastPathComponent()) }
        let place = BuildPlace(
            of: package,
            scratch: package.appending(path: "built elsewhere"),
            configuration: "debug"
        )
        try place.build(withTests: false, processes)
        try check(place)
        expectError("--build-tests") { try check(place, withTests: true) }
        try place.build(withTests: true, processes)
        try check(place, withTests: true)
    }

    @Test("may not build, with the compiler's errors and no warnings")
    func errors() throws {
        let package = try package()
        defer { try? FileManager.default.removeItem(at: package.deletingLastPathComponent()) }
        try write(
            "func one() { let a = 1 }\nfunc two() -> Int { \"\" }",
            package,
            sources + "One.swift"
        )
        let error = #expect(throws: ProverError.self) {
            try BuildPlace(of: package).build(withTests: false, processes)
        }
        let text = error?.description ?? ""
        #expect(text.contains("error: cannot convert return expression"))
        #expect(!text.contains("warning:"))
    }
}
