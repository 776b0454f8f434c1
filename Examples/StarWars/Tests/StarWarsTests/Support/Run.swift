// SPDX-License-Identifier: MIT

import Foundation

/// What a run of the built program left behind.
struct Run {
    let status: Int32
    let output: String
    let errors: String

    /// The lines on standard error, without the empty one after the last line break.
    var errorLines: [Substring] { errors.split(separator: "\n") }

    /// Runs the built program in a folder of its own and waits until it has ended.
    ///
    /// The program is killed after a minute; its status is then not an exit code of ours.
    static func starwars(_ arguments: String...) async throws -> Run {
        try await starwars(arguments)
    }

    /// Runs the built program with a list of arguments.
    static func starwars(_ arguments: [String]) async throws -> Run {
        let folder = URL.temporaryDirectory.appending(path: "starwars-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files instead of pipes: nobody has to read them while the program runs.
        let output = folder.appending(path: "output")
        let errors = folder.appending(path: "errors")
        try Data().write(to: output)
        try Data().write(to: errors)

        let process = Process()
        process.executableURL = programURL
        process.arguments = arguments
        // A proxy of the machine has no business between two programs on it.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["no_proxy": "127.0.0.1"]) { $1 }
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try await run(process)

        return Run(
            status: process.terminationStatus,
            output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8)
        )
    }

    /// The program lies next to the resource bundle of this test target.
    private static var programURL: URL {
        Bundle.module.bundleURL.deletingLastPathComponent().appending(path: "starwars")
    }

    private static func run(_ process: Process) async throws {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        let identifier = process.processIdentifier
        let watchdog = Task {
            try await Task.sleep(for: .seconds(60))
            kill(identifier, SIGKILL)
        }
        for await _ in ended {}
        watchdog.cancel()
    }
}
