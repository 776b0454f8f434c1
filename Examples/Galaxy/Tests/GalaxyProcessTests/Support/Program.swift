// SPDX-License-Identifier: MIT

import Foundation
import GalaxyTestSupport

/// The built program, in a folder of its own.
final class Program: Sendable {
    /// The folder that it runs in, with the data folder.
    let folder: URL
    private let process = Process()
    private let watchdog: Task<Void, any Error>

    /// Starts it, with files instead of pipes: they need no reader while it runs.
    init(
        _ arguments: [String],
        environment: [String: String] = [:],
        in folder: URL = Program.newFolder()
    ) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["output", "errors"] { try Data().write(to: folder.appending(path: name)) }
        process.executableURL = Self.url
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = folder
        process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "output"))
        process.standardError = try FileHandle(forWritingTo: folder.appending(path: "errors"))
        try process.run()
        let identifier = process.processIdentifier
        watchdog = Task {
            try await Task.sleep(for: .seconds(50))
            kill(identifier, SIGKILL)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Starts the server on a port that the system chooses.
    static func serving(
        _ arguments: String...,
        environment: [String: String] = [:],
        in folder: URL = Program.newFolder()
    ) throws -> Program {
        try Program(
            ["serve", "--port", "0"] + arguments,
            environment: environment,
            in: folder
        )
    }

    static func newFolder() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "galaxy-\(UUID())")
    }

    /// Beside the tests.
    private static var url: URL {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        let folder =
            bundle.map { URL(filePath: $0).deletingLastPathComponent() }
            ?? URL(filePath: #filePath).appending(path: "../../../../.build/debug").standardized
        return folder.appending(path: "galaxy")
    }

    var output: String { text(of: "output") }
    var errors: String { text(of: "errors") }
    /// The only place where it stores anything.
    var data: URL { folder.appending(path: "galaxy-data") }

    private func text(of file: String) -> String {
        (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
    }

    /// The port that it says, when it listens.
    func port() async -> Int {
        await eventually { self.output.contains("}\n") || !self.process.isRunning }
        return output.firstMatch(of: /\{"port": (\d+)\}/).flatMap { Int($0.1) } ?? 0
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits until it has ended.
    ///
    /// - Returns: The exit status; more than 128 if a signal ended it.
    func end() async -> Int32 {
        while process.isRunning { try? await Task.sleep(for: .milliseconds(5)) }
        watchdog.cancel()
        let status = process.terminationStatus
        return process.terminationReason == .uncaughtSignal ? 128 + status : status
    }
}
