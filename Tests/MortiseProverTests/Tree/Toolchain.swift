// SPDX-License-Identifier: MIT

import Foundation
import MortiseProver

/// The compiler and the demangler that this machine has.
enum Toolchain {
    /// The compiler's tree of a module of one file.
    static func dump(
        _ source: String,
        name: String = "App",
        file fileName: String? = nil,
        arguments: [String] = ["-parse-as-library"],
        isBroken: Bool = false
    ) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("prover-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(fileName ?? "\(name).swift")
        try Data(source.utf8).write(to: file)
        return try run(frontend(name, file.path) + arguments, mayFail: isBroken)
    }

    /// What `swift-demangle --tree-only` prints for some names.
    static func demangle(_ names: [String]) throws -> String {
        let input = Data((names.joined(separator: "\n") + "\n").utf8)
        return String(decoding: try run(["swift-demangle", "--tree-only"], input), as: UTF8.self)
    }

    /// The arguments with which a module finds Mortise, as it was built for these tests.
    static let usingMortise: [String] = {
        let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        return [
            "-I", products.appending(path: "Modules").path,
            "-Xcc",
            "-fmodule-map-file="
                + products.appending(path: "CMortiseThread.build/module.modulemap").path,
        ]
    }()

    /// Our model of a module of one file.
    ///
    /// - Parameters:
    ///   - source: The text of the file.
    ///   - path: The name of the file.
    ///   - arguments: More for the compiler.
    ///   - isBroken: Whether the file need not compile.
    /// - Returns: The model.
    /// - Throws: An error if the compiler fails, unless the file is broken.
    static func model(
        _ source: String,
        path: String = "App.swift",
        arguments: [String] = ["-parse-as-library"],
        isBroken: Bool = false
    ) throws -> SourceFile {
        let dump = try dump(source, file: path, arguments: arguments, isBroken: isBroken)
        return try model(of: dump, path: path, number: 0)
    }

    /// A program of one file that uses Mortise, and its text.
    static func program(
        _ source: String,
        path: String = "main.swift",
        arguments: [String] = []
    ) throws -> (Program, OneText) {
        var program = Program()
        program.add(try model(source, path: path, arguments: arguments + usingMortise))
        return (program, OneText(path: path, Array(source.utf8)))
    }

    /// Our model of one of several files of a module.
    static func model(of file: String, among files: [String], number: Int) throws -> SourceFile {
        let others = files.filter { $0 != file }
        return try model(
            of: try run(frontend("App", file) + others + usingMortise),
            path: URL(filePath: file).lastPathComponent,
            number: number
        )
    }

    /// How the compiler is asked for the tree of a file.
    private static func frontend(_ module: String, _ file: String) -> [String] {
        [
            "swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json",
            "-module-name", module, "-swift-version", "6", "-primary-file", file,
            "-plugin-path", plugins,
        ]
    }

    private static func model(of dump: [UInt8], path: String, number: Int) throws -> SourceFile {
        let tape = try Tape(dump)
        var names = TypeNames()
        try names.read(tape.mangledNames(in: tape.documents[0]), demangle: demangle)
        return try Lowering.lower(
            tape.documents[0],
            of: tape,
            names: names,
            path: path,
            module: "App",
            number: number
        )
    }

    /// The model of a module of one file, as text.
    static func text(
        _ source: String,
        arguments: [String] = ["-parse-as-library"]
    ) throws -> String {
        ModelText.text(of: try model(source, arguments: arguments))
    }

    /// Compiles a module of one file, which may import Mortise, so that others can import it.
    static func emitModule(_ name: String, _ source: String, into folder: URL) throws {
        let file = folder.appending(path: "\(name).swift")
        let module = folder.appending(path: "\(name).swiftmodule")
        try Data(source.utf8).write(to: file)
        _ = try run(
            [
                "swiftc", "-frontend", "-emit-module", "-parse-as-library", "-swift-version", "6",
                "-module-name", name, file.path, "-o", module.path, "-I", folder.path,
            ] + usingMortise
        )
        guard FileManager.default.fileExists(atPath: module.path) else {
            throw ProverError("\(name) does not compile")
        }
    }

    /// Where the compiler finds the macros that come with it.
    private static let plugins: String = {
        let found = (try? run(["sh", "-c", "readlink -f \"$(command -v swiftc)\""])) ?? []
        let binary = String(decoding: found, as: UTF8.self).split(separator: "\n").first ?? ""
        return URL(fileURLWithPath: String(binary)).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("lib/swift/host/plugins").path
    }()

    /// The texts in the compiler that match an extended regular expression as a whole.
    static func names(matching expression: String) throws -> Set<String> {
        let script = """
            LC_ALL=C grep -azxE '\(expression)' \
            "$(dirname "$(readlink -f "$(command -v swiftc)")")/swift-frontend"
            """
        let found = try run(["sh", "-c", script])
        return Set(found.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    }

    /// What a script prints when it runs.
    static func output(ofScript source: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("prover-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("main.swift")
        let program = folder.appendingPathComponent("App")
        try Data(source.utf8).write(to: file)
        _ = try run(
            ["swiftc", "-swift-version", "6", "-module-name", "App", file.path, "-o", program.path]
        )
        return String(decoding: try run([program.path]), as: UTF8.self)
    }

    private static func run(
        _ command: [String],
        _ input: Data = Data(),
        mayFail: Bool = false
    ) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("input-\(UUID().uuidString)")
        try input.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard mayFail || process.terminationStatus == 0 else {
            throw ProverError("\(command[0]) fails with \(process.terminationStatus)")
        }
        return Array(data)
    }
}
