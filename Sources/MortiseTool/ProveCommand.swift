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

    @Option(help: "What is printed: text, json, sarif, or github for its annotations.")
    var format = Format.text

    @Option(help: ArgumentHelp("Say something of this target only; may be repeated.", valueName: "name"))
    var target: [String] = []

    @Option(help: "Leave out the findings that a file knows: what is new still fails.", completion: .file())
    var baseline: String?

    @Option(help: "Write the findings to a file for --baseline, and succeed.", completion: .file())
    var writeBaseline: String?

    @Flag(help: "Remove from the baseline what does not occur any more.")
    var prune = false

    @Flag(help: ArgumentHelp("List the call sites with their verdicts.", visibility: .hidden))
    var sites = false

    enum Configuration: String, CaseIterable, ExpressibleByArgument {
        case debug, release
    }

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, sarif, github
    }

    func validate() throws {
        guard timeout > 0 else { throw ValidationError("--timeout must be more than 0 seconds.") }
        guard !prune || baseline != nil else { throw ValidationError("--prune needs --baseline.") }
        guard baseline == nil || writeBaseline == nil else {
            throw ValidationError("--baseline and --write-baseline exclude each other.")
        }
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
            let unknown = Set(target).subtracting(program.modules)
            if let name = unknown.min() {
                throw ProverError("no target \(name) of \(place.package.path) was read")
            }
            let targets = target.isEmpty ? nil : Set(target)
            return try show(Report(proving: program, texts, targets: targets, until: deadline))
        } catch let error as NotRead {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            return Outcome.notChecked
        } catch {
            FileHandle.standardError.write(Data("mortise: \(error)\n".utf8))
            return Outcome.couldNotRun
        }
    }

    /// Prints a report, beside what is known already.
    ///
    /// - Returns: The exit status.
    private func show(_ report: Report) throws -> Int32 {
        var report = report
        if let baseline {
            let file = URL(filePath: baseline)
            var known = try Self.read(file)
            report = report.beyond(known)
            if prune, !report.outdated.isEmpty {
                known.prune(report)
                try known.write(to: file)
                report.forgetOutdated()
            }
        }
        if let writeBaseline {
            try Baseline(of: report).write(to: URL(filePath: writeBaseline))
        }
        let text =
            switch format {
            case .text: report.rendered(isColored: Terminal.isWatched)
            case .json: report.json()
            case .sarif: report.sarif(version: MortiseCommand.version, in: folder)
            case .github: report.renderedForGitHub(in: folder)
            }
        FileHandle.standardOutput.write(Data(text.utf8))
        return writeBaseline == nil ? report.status : 0
    }

    private static func read(_ file: URL) throws -> Baseline {
        guard let data = FileManager.default.contents(atPath: file.path) else {
            throw ProverError("\(file.path) cannot be read")
        }
        do { return try Baseline(reading: data) } catch {
            throw ProverError("\(file.path): \(error)")
        }
    }

    /// The path from here to the package, with a slash at its end; empty if the package is not below.
    private var folder: String {
        let here = URL(filePath: ".").standardizedFileURL.path
        let path = URL(filePath: package).standardizedFileURL.path
        let base = here.hasSuffix("/") ? here : here + "/"
        return path.hasPrefix(base) ? path.dropFirst(base.count) + "/" : ""
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
