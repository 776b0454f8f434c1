// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Runs programs and waits for them.
package final class ChildProcesses: Sendable {
    /// What a program gave back.
    package struct Output: Sendable {
        package let status: Int32
        package let standardOutput: [UInt8]
        package let standardError: String
    }

    /// Why a program gave nothing back.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let deadline: Mutex<ContinuousClock.Instant>
    private let running = Mutex<[Process]>([])

    /// Creates a runner.
    ///
    /// - Parameter limit: How long all programs together may take before they are ended.
    package init(limit: Duration) { deadline = Mutex(.now + limit) }

    /// Ends programs at another time.
    package func end(at deadline: ContinuousClock.Instant) {
        self.deadline.withLock { $0 = deadline }
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - command: The path of the program, and its arguments.
    ///   - input: What it reads from its standard input.
    /// - Returns: What it printed, and its exit status.
    /// - Throws: ``Failure`` if it cannot be started or takes too long.
    package func run(_ command: [String], input: String = "") throws -> Output {
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        let (output, errors, source) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = source
        do {
            try process.run()
        } catch {
            throw Failure(description: "\(command[0]) cannot be started: \(error)")
        }
        running.withLock { $0.append(process) }
        defer { running.withLock { $0.removeAll { $0 === process } } }
        // Not a task: all threads of the pool may be waiting for programs.
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "limit"))
        let rest = deadline.withLock { max($0 - .now, .zero) }
        timer.schedule(deadline: .now() + rest / .seconds(1), repeating: 1)
        let wasAsked = Mutex(false)
        timer.setEventHandler {
            // A program may be deaf: if its parent ignored the signal, it does, too.
            let isDeaf = wasAsked.withLock { wasAsked in
                defer { wasAsked = true }
                return wasAsked
            }
            kill(process.processIdentifier, isDeaf ? SIGKILL : SIGTERM)
        }
        timer.resume()
        defer { timer.cancel() }
        let text = Drain(errors.fileHandleForReading)
        let writer = Thread {
            // A program that has ended reads no more: an error here, and not the end of this process.
            Self.blockBrokenPipes()
            try? source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try? source.fileHandleForWriting.close()
        }
        writer.start()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit else {
            throw Failure(description: "\(command[0]) was ended before it had finished")
        }
        return Output(
            status: process.terminationStatus,
            standardOutput: Array(bytes),
            standardError: text.text
        )
    }

    /// Keeps the signal of a broken pipe from the thread that calls this.
    private static func blockBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Ends all programs that run.
    package func endAll() {
        for process in running.withLock({ $0 }) { process.terminate() }
    }
}

/// Reads a pipe to its end beside what else goes on.
private final class Drain: Sendable {
    private let bytes = Mutex(Data())
    private let isDone = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
        Thread { [self] in
            let data = (try? handle.readToEnd()) ?? Data()
            bytes.withLock { $0 = data }
            isDone.signal()
        }.start()
    }

    var text: String {
        isDone.wait()
        return String(decoding: bytes.withLock { $0 }, as: UTF8.self)
    }
}
