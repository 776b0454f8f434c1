// SPDX-License-Identifier: MIT

import Foundation

/// The program that tests send signals to.
final class Served {
    private let process = Process()
    private let input = Pipe()
    private let lines: AsyncStream<String>
    /// What it has printed so far.
    private(set) var output: [String] = []

    init(_ mode: String) throws {
        let pipe = Pipe()
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        process.executableURL = Self.program
        process.arguments = [mode]
        process.standardInput = input
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading
        // A thread of its own, because reading blocks.
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let data = output.availableData
                if data.isEmpty { break }
                rest += data
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            continuation.finish()
        }
    }

    /// Beside the tests.
    private static var program: URL {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        let folder =
            bundle.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../.build/debug")
        return folder.appendingPathComponent("ServedProgram")
    }

    /// Waits until it prints a line that contains a text, or ends.
    func prints(_ text: String) async {
        for await line in lines {
            output.append(line)
            if line.contains(text) { return }
        }
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Gives it a line of input.
    func answer() { input.fileHandleForWriting.write(Data("\n".utf8)) }

    /// Waits until it has ended.
    ///
    /// - Returns: The exit status; more than 128 if a signal ended it.
    func end() async -> Int32 {
        for await line in lines { output.append(line) }
        process.waitUntilExit()
        let status = process.terminationStatus
        return process.terminationReason == .uncaughtSignal ? 128 + status : status
    }
}
