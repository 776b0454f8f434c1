// SPDX-License-Identifier: MIT

import Foundation

/// The result of a run of the built program.
struct Run {
    let status: Int32
    let output: String
    let errors: String

    /// The lines on standard error, without the empty one after the last line break.
    var errorLines: [Substring] { errors.split(separator: "\n") }

    /// Runs the built program in its own folder and waits for its end.
    ///
    /// The program is killed after a minute; its status is then not an exit code of ours.
    static func starwars(_ arguments: String..., input: String = "") async throws -> Run {
        try await starwars(arguments, input: input)
    }

    /// Runs the built program with an endless input, and sends it SIGINT once its output satisfies a
    /// condition.
    static func interrupting(
        _ arguments: String...,
        input: String,
        when isReady: @escaping @Sendable (_ output: String) -> Bool
    ) async throws -> Run {
        try await starwars(arguments, input: input, interruptedWhen: isReady)
    }

    private static func starwars(
        _ arguments: [String],
        input: String,
        interruptedWhen isReady: (@Sendable (_ output: String) -> Bool)? = nil
    ) async throws -> Run {
        let folder = URL.temporaryDirectory.appending(path: "starwars-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files instead of pipes: they need no reader while the program runs.
        let output = folder.appending(path: "output")
        let errors = folder.appending(path: "errors")
        try Data().write(to: output)
        try Data().write(to: errors)
        let typed = Pipe()
        try typed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        if isReady == nil { try typed.fileHandleForWriting.close() }

        let process = Process()
        process.executableURL = programURL
        process.arguments = arguments
        // The machine's proxy must not affect local requests.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["no_proxy": "127.0.0.1"]) { $1 }
        process.currentDirectoryURL = folder
        process.standardInput = typed
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try await run(process) { identifier in
            guard let isReady else { return }
            while !isReady(try String(contentsOf: output, encoding: .utf8)) {
                try await Task.sleep(for: .milliseconds(10))
            }
            kill(identifier, SIGINT)
        }
        try? typed.fileHandleForWriting.close()

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

    private static func run(
        _ process: Process,
        meanwhile body: @escaping @Sendable (_ identifier: Int32) async throws -> Void
    ) async throws {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        let identifier = process.processIdentifier
        let watchdog = Task {
            try await Task.sleep(for: .seconds(60))
            kill(identifier, SIGKILL)
        }
        let companion = Task { try await body(identifier) }
        for await _ in ended {}
        watchdog.cancel()
        companion.cancel()
    }
}
