// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MortiseProver

@Suite("What a build has left of a package")
struct PackageDescriptionTests {
    @Test("names the package's own targets, without what is generated and what was not built")
    func targets() throws {
        let package = try package(
            """
            {"swiftTargetScanArgs": {
                "App": ["/bin/swiftc", "-module-name", "App", "ROOT/Sources/App/App.swift"],
                "AppTests": ["/bin/swiftc", "ROOT/Tests/AppTests/AppTests.swift"],
                "Other": ["/bin/swiftc", "/elsewhere/Other.swift"],
                "Runner": ["/bin/swiftc", "ROOT/.build/debug/runner.swift"]
            }, "swiftCommands": {}, "generatedSourceTargetSet": ["Runner"], "unknown": 1}
            """
        )
        let description = try PackageDescription(of: BuildPlace(of: package))
        #expect(description.targets.map(\.module) == ["App", "AppTests"])
        #expect(description.targets.map(\.isTest) == [false, true])
        #expect(
            description.targets[0].files.map { $0.hasSuffix("/Sources/App/App.swift") } == [true]
        )
    }

    @Test("names the targets of other packages that were built, and tells Mortise's own")
    func others() throws {
        let package = try package(
            """
            {"swiftTargetScanArgs": {
                "App": ["/bin/swiftc", "ROOT/Sources/App/App.swift"],
                "Fetched": ["/bin/swiftc", "ROOT/.build/checkouts/fetched/Fetched.swift"],
                "Mortise": ["/bin/swiftc", "/mortise/Sources/Mortise/Container.swift"],
                "Near": ["/bin/swiftc", "/elsewhere/Near.swift"]
            }, "swiftCommands": {
                "a": {"moduleName": "Near", "tempsPath": "ROOT/.build/debug/Some.build"},
                "b": {"moduleName": "Fetched", "tempsPath": "ROOT/.build/debug/Some.build"},
                "c": {"moduleName": "Mortise", "tempsPath": "ROOT/.build/debug/Some.build"}
            }, "targetDependencyMap": {"App": ["Near", "Mortise"], "Near": ["My-Kit"]}}
            """
        )
        let folder = package.appending(path: ".build/debug/Some.build")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appending(path: "Near.o"))
        let all = try PackageDescription(of: BuildPlace(of: package)).targets
        #expect(all.filter(\.isOfMortise).map(\.module) == ["Mortise"])
        let targets = all.filter { !$0.isOfMortise }
        #expect(targets.map(\.module) == ["App", "Fetched", "Near"])
        #expect(targets.map(\.isForeign) == [false, true, false])
        // What is not said of a target may be so.
        #expect(targets.map(\.knowsMortise) == [true, true, false])
        #expect(targets[2].dependencies == ["My_Kit"])
    }

    @Test("is missing if nothing was built, and the error says what to do")
    func missing() throws {
        let package = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: package) }
        try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
        try Data().write(to: package.appending(path: "Package.swift"))
        let error = #expect(throws: ProverError.self) {
            try PackageDescription(of: BuildPlace(of: package))
        }
        #expect(error?.description.contains("`swift build") == true)
    }

    @Test("may have another form, which is an error", arguments: ["", "{", "{}", "[]"])
    func unknown(text: String) throws {
        let package = try package(text)
        #expect(throws: ProverError.self) {
            try PackageDescription(of: BuildPlace(of: package))
        }
    }

    private func package(_ description: String) throws -> URL {
        let package = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        let products = package.appending(path: ".build/debug")
        try FileManager.default.createDirectory(at: products, withIntermediateDirectories: true)
        let root = package.resolvingSymlinksInPath().path
        let text = description.replacing("ROOT", with: root)
        try Data(text.utf8).write(to: products.appending(path: "description.json"))
        return package
    }
}

@Suite("A command line that the compiler prints")
struct CommandLineTests {
    @Test("has words in quotes, with escaped characters, and empty ones")
    func words() {
        let line = #"/bin/swiftc "a b" c\ d "\"" "" -e"#
        #expect(ShellWords.split(line) == ["/bin/swiftc", "a b", "c d", "\"", "", "-e"])
    }
}

@Suite("A program that is run")
struct ChildProcessesTests {
    @Test("gets its input and gives back what it prints, however much")
    func output() throws {
        let text = String(repeating: "a line of text\n", count: 100_000)
        let output = try ChildProcesses(limit: .seconds(60)).run(
            ["/bin/sh", "-c", "cat; echo wrong >&2; exit 7"],
            input: text
        )
        #expect(output.standardOutput.count == text.utf8.count)
        #expect(output.standardError == "wrong\n")
        #expect(output.status == 7)
    }

    @Test("may end before it has read its input")
    func unreadInput() throws {
        let output = try ChildProcesses(limit: .seconds(60)).run(
            ["/bin/sh", "-c", "exec <&-; echo done"],
            input: String(repeating: "a line of text\n", count: 100_000)
        )
        #expect(output.standardOutput == Array("done\n".utf8))
    }

    @Test("is ended when it takes too long")
    func limit() {
        #expect(throws: ChildProcesses.Failure.self) {
            try ChildProcesses(limit: .milliseconds(50)).run(["/bin/sleep", "60"])
        }
    }

    @Test("may not exist")
    func missing() {
        #expect(throws: ChildProcesses.Failure.self) {
            try ChildProcesses(limit: .seconds(60)).run(["/nowhere/nothing"])
        }
    }
}
