// SPDX-License-Identifier: MIT

#if Prover
import ArgumentParser
import Dispatch
import Foundation
import MortiseProver

/// Exit statuses.
enum Outcome {
    static let notChecked: Int32 = 2
    static let couldNotRun: Int32 = 3
}

/// `mortise prove`.
struct ProveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prove",
        abstract: "Proves that each request in the code of a package resolves.",
        discussion: """
            Reads the type-checked code of a package that SwiftPM has built. Runs nothing of it.
            An experiment: it may report code that works, and miss code that fails.

            Exit status: 0 all is proven, 1 something is wrong, 2 something may fail or is not proven, 3 it
            could not run.
            """
    )

    @Argument(help: "The folder of the package.", completion: .directory)
    var package = "."

    @Flag(help: "Read test targets, too.")
    var tests = false

    @Flag(help: "Build the package first, with SwiftPM's native build system.")
    var build = false

    @Option(help: "The folder with what is built, if not .build.", completion: .directory)
    var scratchPath: String?

    @Option(name: .shortAndLong, help: "What was built: debug or release.")
    var configuration: Configuration = .debug

    @Option(help: "How many seconds it may take. What is not proven then, is not.")
    var timeout = 60

    @Flag(help: ArgumentHelp("List the call sites with their verdicts.", visibility: .hidden))
    var sites = false

    enum Configuration: String, CaseIterable, ExpressibleByArgument {
        case debug, release
    }

    func validate() throws {
        guard timeout > 0 else { throw ValidationError("--timeout must be more than 0 seconds.") }
    }

    func run() {
        let place = BuildPlace(
            of: URL(filePath: package),
            scratch: scratchPath.map { URL(filePath: $0) },
            configuration: configuration.rawValue
        )
        let processes = ChildProcesses(limit: .seconds(3600))
        Self.endOnSignals(processes)
        // Reading a tree goes deep.
        let thread = Thread { Foundation.exit(prove(place, processes)) }
        thread.stackSize = 1 << 30
        thread.start()
        dispatchMain()
    }

    private func prove(_ place: BuildPlace, _ processes: ChildProcesses) -> Int32 {
        do {
            if build { try place.build(withTests: tests, processes) }
            let deadline = ContinuousClock.now + .seconds(timeout)
            processes.end(at: deadline)
            let (program, texts) = try PackageReader(place, processes).read(withTests: tests)
            guard !sites else {
                let lines = SiteList(of: program, texts, until: deadline).lines
                FileHandle.standardOutput.write(Data((lines.map { $0 + "\n" }.joined()).utf8))
                return 0
            }
            let report = Report(proving: program, texts, until: deadline)
            FileHandle.standardOutput.write(Data(report.rendered().utf8))
            return report.status
        } catch let error as NotRead {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            return Outcome.notChecked
        } catch {
            FileHandle.standardError.write(Data("mortise: \(error)\n".utf8))
            return Outcome.couldNotRun
        }
    }

    /// Ends the compilers, and then this process as a signal would.
    private static func endOnSignals(_ processes: ChildProcesses) {
        for number in [SIGINT, SIGTERM] {
            // Not ignored: the compilers would ignore it, too.
            signal(number) { _ in }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                processes.endAll()
                Foundation.exit(128 + number)
            }
            source.resume()
            sources.append(source)
        }
    }

    // Only `run` writes it, before any signal can arrive.
    nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
}
#endif
