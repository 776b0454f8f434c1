// SPDX-License-Identifier: MIT

import Foundation
import MortiseProver
import MortiseTestSupport
import Testing

/// The small programs in `Tests/Packages`: each has one way to wire, right or wrong.
///
/// What the prover says of each is in `Golden`, with the exit status in the first line. A mistake has
/// `Wrong` at the end of its name, and the same program without it `Right`.
@Suite("A program in Tests/Packages")
struct PackageTests {
    @Test("gets its verdict", arguments: Packages.names)
    func verdict(name: String) throws {
        let report = try Packages.report(on: name)
        try expectGolden("exit \(report.status)\n\(report.rendered())", name, testFile: #filePath)
    }

    @Test(
        "has nothing proven where the time was over",
        arguments: ["AfterClosing", "CycleInFactoriesRight", "CycleInFactoriesWrong"]
    )
    func timeOver(name: String) throws {
        let report = try Packages.report(on: name, until: .now)
        #expect(report.status == 2)
        #expect(report.isCutShort)
        #expect(report.rendered().contains("the time was over"))
        #expect(report.rendered().contains(": 0 proven, 0 wrong,"))
    }

    @Test("is wrong or has nothing wrong, as its name says", arguments: Packages.names)
    func name(name: String) throws {
        let text = try Packages.report(on: name).rendered()
        if name.hasSuffix("Wrong") { #expect(text.contains("[")) }
        if name.hasSuffix("Right") {
            #expect(!text.contains("["))
            #expect(!text.contains("0 proven"))
        }
    }

    @Test("has a repaired twin if it is a mistake")
    func twins() {
        let wrong = Packages.names.filter { $0.hasSuffix("Wrong") }
        #expect(!wrong.isEmpty)
        for name in wrong {
            #expect(Packages.names.contains(name.dropLast("Wrong".count) + "Right"))
        }
    }
}

/// The programs in `Tests/Packages`.
enum Packages {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Packages")

    static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

    /// The text of a program.
    static func source(of name: String) throws -> String {
        let file = folder.appending(path: name).appending(path: "main.swift")
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// What the prover says of a program.
    static func report(
        on name: String,
        until deadline: ContinuousClock.Instant = .now + .seconds(60)
    ) throws -> Report {
        let (program, text) = try Toolchain.program(try source(of: name))
        return Report(proving: program, text, until: deadline)
    }
}

/// The text of a program of one file.
struct OneText: SourceTexts {
    private let path: String
    private let bytes: [UInt8]

    init(path: String, _ bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    func place(_ place: Place) -> SourcePlace {
        let before = bytes.prefix(place.start)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return SourcePlace(
            path: path,
            line: before.count { $0 == UInt8(ascii: "\n") } + 1,
            column: place.start - start + 1
        )
    }

    func line(_ number: Int, of path: String) -> String {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(number - 1) else { return "" }
        return String(decoding: lines[number - 1], as: UTF8.self)
    }
}
