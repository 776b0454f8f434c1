// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MortiseProver

@Suite("The log of a build")
struct BuildLogTests {
    @Test("of Xcode's build system names the folder, the compiler and a file with the sources")
    func xcode() throws {
        let text = #"""
            SwiftDriver App normal arm64 (in target 'App' from project 'My App')
                cd /My\ App
                builtin-SwiftDriver -- /Xcode.app/usr/bin/swiftc -module-name App -Onone @/out/App\ a.SwiftFileList -DDEBUG\=1 -working-directory /My\ App -c
            """#
        let log = try BuildLog(text, base: "/") { path in
            path == "/out/App a.SwiftFileList" ? "/My\\ App/main.swift\n'/My App/B.swift'\n" : nil
        }
        let one = try #require(log.compilations.first)
        #expect(log.compilations.count == 1)
        #expect(one.module == "App")
        #expect(one.files == ["/My App/main.swift", "/My App/B.swift"])
        #expect(
            one.command == [
                "/Xcode.app/usr/bin/swiftc", "-module-name", "App", "-Onone", "/My App/main.swift",
                "/My App/B.swift", "-DDEBUG=1", "-working-directory", "/My App", "-c",
            ]
        )
    }

    @Test("of Bazel has commands of several lines, relative paths, and words for its own processes")
    func bazel() throws {
        let text = #"""
            SUBCOMMAND: # //app:app [action 'Compiling Swift module //app:app']
            (cd /exec/root && \
              exec env - \
                PATH=/bin \
              bazel-out/worker swiftc @bazel-out/App.params)
            """#
        let parameters = """
            -target
            arm64-apple-macos15
            -sdk
            __BAZEL_XCODE_SDKROOT__
            -Xwrapped-swift=-bazel-target-label=//app:app
            -module-name
            App
            app/main.swift
            ../other/B.swift
            """
        let log = try BuildLog(text, base: "/", environment: ["SDKROOT": "/sdk"]) { path in
            path == "/exec/root/bazel-out/App.params" ? parameters : nil
        }
        let one = try #require(log.compilations.first)
        #expect(one.files == ["/exec/root/app/main.swift", "/exec/other/B.swift"])
        #expect(
            one.command == [
                "swiftc", "-target", "arm64-apple-macos15", "-sdk", "/sdk", "-module-name", "App",
                "/exec/root/app/main.swift", "/exec/other/B.swift", "-working-directory",
                "/exec/root",
            ]
        )
    }

    @Test("of SwiftPM has calls for modules among those of the compiler's parts and of the linker")
    func package() throws {
        let text = """
            /bin/swiftc -module-name B -c /p/B.swift -I /m
            /bin/swift-frontend -frontend -c -primary-file /p/B.swift -module-name B
            /bin/swiftc -frontend -c -primary-file /p/B.swift -module-name B
            /bin/swiftc -modulewrap /m/B.swiftmodule -o /m/B.o
            /bin/swiftc -module-name A -c /p/A.swift
            /bin/swiftc -module-name A -emit-executable @/m/A.LinkFileList -o /m/A
            /bin/swiftc -vfsoverlay /o /p/Package.swift
            """
        let log = try BuildLog(text, base: "/") { _ in nil }
        #expect(log.compilations.map(\.module) == ["A", "B"])
        #expect(log.compilations.map(\.files) == [["/p/A.swift"], ["/p/B.swift"]])
    }

    @Test("has the last call for a module where there are several")
    func last() throws {
        let text = "swiftc -module-name A -c a.swift\nswiftc -module-name A -c a.swift b.swift\n"
        let log = try BuildLog(text, base: "/x") { _ in nil }
        #expect(log.compilations.map(\.files) == [["/x/a.swift", "/x/b.swift"]])
    }

    @Test("leaves the files alone that are a value of another option")
    func values() throws {
        let text = "swiftc -module-name A -Xfrontend x.swift -c a.swift"
        let log = try BuildLog(text, base: "/x") { _ in nil }
        #expect(log.compilations.map(\.files) == [["/x/a.swift"]])
    }

    @Test(
        "without a call of the compiler is an error",
        arguments: ["", "** BUILD SUCCEEDED **", "swiftc --version", "swiftc -module-name A"]
    )
    func nothing(text: String) {
        let error = #expect(throws: ProverError.self) { try BuildLog(text, base: "/") { _ in nil } }
        #expect(error?.description.contains("build from clean") == true)
    }

    @Test("whose files of arguments are gone is an error that names one")
    func gone() {
        let error = #expect(throws: ProverError.self) {
            try BuildLog("swiftc -module-name A -c @list", base: "/x") { _ in nil }
        }
        #expect(error?.description.contains("/x/list is gone") == true)
    }
}

@Suite("A package that another build system has built")
final class LoggedPackageTests {
    private let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        .appending(path: "\(UUID())")
    private var place: BuildPlace { BuildPlace(of: folder, log: folder.appending(path: "log")) }

    init() throws {
        try write("App/Sources/main.swift", "import Wiring\nimport struct Other.Value")
        try write("Wiring/W.swift", "@_exported public import Mortise")
        try write("AppTests/T.swift", "@testable import App")
        try write("Pods/Other/O.swift", "")
        try writeLog()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test("has the modules of the log, and what their files import")
    func modules() throws {
        let targets = try PackageDescription(of: place).targets
        #expect(targets.map(\.module) == ["App", "AppTests", "Other", "Wiring"])
        #expect(targets.map(\.isTest) == [false, true, false, false])
        #expect(targets.map(\.isForeign) == [false, false, true, false])
        #expect(targets.map(\.knowsMortise) == [true, true, false, true])
        #expect(targets[0].dependencies == ["Wiring", "Other", "Mortise"])
    }

    @Test("is read where its sources are, if the build was given links to them")
    func links() throws {
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "root"),
            withDestinationURL: folder.appending(path: "Wiring")
        )
        try write("log", "cd \(folder.path)\n/bin/swiftc -module-name W -c root/W.swift", age: 5)
        let target = try #require(PackageDescription(of: place).targets.first)
        #expect(target.files == [folder.path + "/Wiring/W.swift"])
        #expect(target.command.contains(folder.path + "/Wiring/W.swift"))
    }

    @Test(
        "may have changed since",
        arguments: [
            ("App/Sources/main.swift", "changed"), ("App/Sources/New.swift", "added"),
            ("Wiring/W.swift", "removed"),
        ]
    )
    func changed(file: String, word: String) throws {
        let description = try PackageDescription(of: place)
        let processes = ChildProcesses(limit: .seconds(10))
        try description.requireUpToDate(withTests: true, processes)
        let path = folder.appending(path: file)
        if word == "removed" {
            try FileManager.default.removeItem(at: path)
        } else {
            try write(file, "", age: -10)
        }
        let error = #expect(throws: ProverError.self) {
            try description.requireUpToDate(withTests: true, processes)
        }
        #expect(
            error?.description
                == "\(file) was \(word) after the log was written: build again, with a new log"
        )
    }

    @Test("is not the one that a log is about")
    func elsewhere() throws {
        try Data("swiftc -module-name A -c /nowhere/a.swift".utf8).write(
            to: folder.appending(path: "log")
        )
        #expect(throws: ProverError.self) { try PackageDescription(of: place) }
    }

    private func write(_ path: String, _ text: String, age seconds: Double = 10) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date.now - seconds],
            ofItemAtPath: file.path
        )
    }

    private func writeLog() throws {
        let calls = [
            ("App", "App/Sources/main.swift"), ("Wiring", "Wiring/W.swift"),
            ("AppTests", "AppTests/T.swift"), ("Other", "Pods/Other/O.swift"),
        ]
        let lines = calls.map { "/bin/swiftc -module-name \($0.0) -c \($0.1)" }
        try write("log", "cd \(folder.path)\n" + lines.joined(separator: "\n"), age: 5)
    }
}
