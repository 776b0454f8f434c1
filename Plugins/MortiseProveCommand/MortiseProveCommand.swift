// SPDX-License-Identifier: MIT

import Foundation
import PackagePlugin

/// `swift package mortise-prove`: builds the package, and runs `mortise prove` on it.
@main
struct MortiseProveCommand: CommandPlugin {
    /// Runs the command.
    ///
    /// - Parameters:
    ///   - context: Which package it is, and where its tools are.
    ///   - arguments: Those of `mortise prove`.
    /// - Throws: What SwiftPM says of a tool that is not there, or of a build that cannot be begun.
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let tool = try context.tool(named: "MortiseTool").url
        // Without its trait, it says what to write: before a package is built for nothing.
        let isAsked = arguments.contains { ["-h", "--help"].contains($0) }
        let first = try run(tool, isAsked ? ["prove", "--help"] : ["--version"], isShown: isAsked)
        if first != 0 || isAsked { exit(first) }

        let folder = context.pluginWorkDirectoryURL
        // SwiftPM does not say where it builds, but its plugins write there: `plugins/NAME/outputs`.
        let scratch = folder.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        // SwiftPM builds in any case, and waits for itself if anybody else asks it to.
        let others = arguments.filter { $0 != "--build" }
        if let option = others.first(where: { $0.hasPrefix("--scratch-path") }) {
            fail("write \(option) before the command: swift package --scratch-path … mortise-prove")
        }
        let result = try packageManager.build(
            .all(includingTests: others.contains("--tests")),
            parameters: .init(configuration: isRelease(others) ? .release : .debug)
        )
        guard result.succeeded else {
            FileHandle.standardError.write(Data((result.logText + "\n").utf8))
            fail("the package does not build")
        }
        let status = try run(
            tool,
            ["prove", context.package.directoryURL.path, "--scratch-path", scratch.path, "--fresh"]
                + others
        )
        exit(status)
    }

    /// Whether a release build is asked for: `-c release`, or `--configuration=release`.
    private func isRelease(_ arguments: [String]) -> Bool {
        let names = ["-c", "--configuration"]
        let words = arguments.flatMap { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return zip(words, words.dropFirst()).contains { names.contains($0) && $1 == "release" }
    }

    /// Runs the tool to its end, which prints where this prints.
    ///
    /// - Returns: Its exit status.
    private func run(_ tool: URL, _ arguments: [String], isShown: Bool = true) throws -> Int32 {
        let process = Process()
        process.executableURL = tool
        process.arguments = arguments
        if !isShown { process.standardOutput = FileHandle.nullDevice }
        try process.run()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : couldNotRun
    }

    private func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("mortise-prove: \(message)\n".utf8))
        exit(couldNotRun)
    }

    private var couldNotRun: Int32 { 3 }
}
