// SPDX-License-Identifier: MIT

import Foundation

/// What the log of a build says of the modules that were compiled: Xcode, Bazel and SwiftPM print how they
/// call the compiler if they are asked to.
struct BuildLog: Sendable {
    /// A call of the compiler for a module.
    struct Compilation: Sendable, Equatable {
        let module: String
        /// The compiler, as the log names it, and what it was asked to do: without files of arguments, and with
        /// absolute paths of sources.
        let command: [String]
        /// The source files, in the order of the command.
        let files: [String]
    }

    /// The last call for each module, sorted by the names of these.
    let compilations: [Compilation]

    /// Reads a log.
    ///
    /// - Parameters:
    ///   - text: What was printed.
    ///   - base: The folder of relative paths where the log does not name one.
    ///   - environment: What Bazel's names for Xcode and its SDK stand for.
    ///   - contents: Gives the text of a file of arguments; is called once for each that a call names.
    /// - Throws: ``ProverError`` if the log has no call of the compiler, or one whose arguments are gone.
    init(
        _ text: String,
        base: String,
        environment: [String: String] = [:],
        contents: (_ path: String) -> String?
    ) throws {
        var last: [String: Compilation] = [:]
        var folder = base
        for line in Self.joined(text) {
            if let named = Self.folder(in: line) { folder = named }
            guard line.contains("swiftc"), let call = Self.call(in: line) else { continue }
            var arguments = try Self.expanded(call.dropFirst(), in: folder, contents)
            for (name, variable) in Self.names {
                guard let value = environment[variable] else { continue }
                arguments = arguments.map { $0.replacing(name, with: value) }
            }
            guard let compilation = Compilation(call[0], arguments, in: folder) else { continue }
            last[compilation.module] = compilation
        }
        compilations = last.values.sorted { $0.module < $1.module }
        guard !compilations.isEmpty else {
            throw ProverError(
                "the log shows no call of swiftc: build from clean, and let the build print its commands"
            )
        }
    }

    /// What Bazel writes in place of paths that differ from machine to machine, and the variables with them.
    private static let names = [
        "__BAZEL_XCODE_DEVELOPER_DIR__": "DEVELOPER_DIR", "__BAZEL_XCODE_SDKROOT__": "SDKROOT",
    ]

    /// The lines of a log, where those that end with a backslash go on.
    private static func joined(_ text: String) -> [Substring] {
        var lines: [Substring] = []
        var begun = ""
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasSuffix("\\") {
                begun += line.dropLast() + " "
            } else {
                lines.append(begun.isEmpty ? line : begun + line)
                begun = ""
            }
        }
        return lines
    }

    /// The folder that a line changes to.
    private static func folder(in line: Substring) -> String? {
        let line = line.drop { $0 == " " || $0 == "(" }
        guard line.hasPrefix("cd ") else { return nil }
        return ShellWords.split(line).dropFirst().first
    }

    /// The compiler and its arguments, if a line calls it for a module.
    private static func call(in line: Substring) -> [String]? {
        let words = ShellWords.split(line)
        guard
            let start = words.firstIndex(where: { $0 == "swiftc" || $0.hasSuffix("/swiftc") })
        else { return nil }
        var call = Array(words[start...])
        // The end of what is in parentheses.
        if words.first?.hasPrefix("(") ?? false, call.last?.hasSuffix(")") ?? false {
            call[call.count - 1].removeLast()
        }
        return call.contains("-frontend") || call.contains("-modulewrap") ? nil : call
    }

    /// The arguments, with those that are in files.
    private static func expanded(
        _ arguments: some Sequence<String>,
        in folder: String,
        _ contents: (String) -> String?
    ) throws -> [String] {
        try arguments.flatMap { argument -> [String] in
            guard argument.hasPrefix("@"), !argument.hasSuffix(".LinkFileList") else {
                return [argument]
            }
            let path = Compilation.absolute(String(argument.dropFirst()), in: folder)
            guard let text = contents(path) else {
                throw ProverError(
                    "\(path) is gone, which the log names: keep what the build has left, or build again"
                )
            }
            return try expanded(ShellWords.split(text), in: folder, contents)
        }
    }
}

extension BuildLog.Compilation {
    /// A call that compiles a module; `nil` for one that links, or does something else.
    fileprivate init?(_ compiler: String, _ arguments: [String], in folder: String) {
        guard let label = arguments.firstIndex(of: "-module-name"), label + 1 < arguments.count
        else { return nil }
        // Only the process that Bazel starts in place of the compiler knows some.
        let known = arguments.filter { !$0.hasPrefix("-Xwrapped-swift=") }
        let files = zip([""] + known, known).compactMap { before, argument in
            argument.hasSuffix(".swift") && !argument.hasPrefix("-")
                && !Self.withValue.contains(before) ? argument : nil
        }
        guard !files.isEmpty else { return nil }
        var folder = folder
        var command = [compiler] + known
        if let label = arguments.lastIndex(of: "-working-directory"), label + 1 < arguments.count {
            folder = arguments[label + 1]
        } else {
            command += ["-working-directory", folder]
        }
        let sources = Set(files)
        module = arguments[label + 1]
        self.command = command.map { sources.contains($0) ? Self.absolute($0, in: folder) : $0 }
        self.files = files.map { Self.absolute($0, in: folder) }
    }

    /// The options whose value is for another program.
    private static let withValue: Set = [
        "-Xcc", "-Xclang-linker", "-Xfrontend", "-Xlinker", "-Xllvm",
    ]

    /// A path from the root.
    fileprivate static func absolute(_ path: String, in folder: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        return URL(filePath: path, relativeTo: URL(filePath: folder, directoryHint: .isDirectory))
            .standardizedFileURL.path
    }
}
