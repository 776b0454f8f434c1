// SPDX-License-Identifier: MIT

#if Prover
import ArgumentParser
import Dispatch
import Foundation
import MortiseProver

/// Exit statuses.
enum Outcome {
    static let different: Int32 = 1
    static let notChecked: Int32 = 2
    static let couldNotRun: Int32 = 3
}

/// Which package is read, and how it was built.
struct PackageOptions: ParsableArguments {
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

    @Option(
        help: ArgumentHelp(
            "What another build system printed when it built everything, with its calls of swiftc.",
            valueName: "file"
        ),
        completion: .file()
    )
    var buildLog: String?

    @Option(help: "How many seconds it may take. What is not known then, is not.")
    var timeout = 60

    @Flag(
        help: ArgumentHelp(
            "SwiftPM has just built it: the sources are those of the build.",
            visibility: .hidden
        )
    )
    var fresh = false

    @Option(
        help: ArgumentHelp(
            "Read this target only, and what it depends on.",
            visibility: .hidden
        )
    )
    var within: String?

    @Option(
        help: ArgumentHelp(
            "The folder with the modules, while SwiftPM builds.",
            visibility: .hidden
        )
    )
    var products: String?

    enum Configuration: String, CaseIterable, ExpressibleByArgument {
        case debug, release
    }

    func validate() throws {
        guard timeout > 0 else { throw ValidationError("--timeout must be more than 0 seconds.") }
        if buildLog != nil, build || scratchPath != nil || configuration != .debug {
            throw ValidationError(
                "--build-log tells how it was built: leave out --build, --scratch-path and -c."
            )
        }
    }

    /// The code of a package that was read.
    struct Reading {
        let code: PackageReading
        /// When it has to end.
        let deadline: ContinuousClock.Instant
        /// Runs programs until then.
        let processes: ChildProcesses
    }

    /// Reads the package, and ends the process.
    ///
    /// - Parameter body: Runs once if the package was read, on a thread of its own, and returns the exit
    ///   status. What it throws is printed, and the status is that of what could not run.
    func read(_ body: @escaping (Reading) throws -> Int32) -> Never {
        let place = BuildPlace(
            of: URL(filePath: package),
            scratch: scratchPath.map { URL(filePath: $0) },
            configuration: configuration.rawValue,
            products: products.map { URL(filePath: $0) },
            log: buildLog.map { URL(filePath: $0) }
        )
        let processes = ChildProcesses(limit: .seconds(3600))
        Self.endOnSignals(processes)
        // Only that thread calls it.
        nonisolated(unsafe) let body = body
        // Reading a tree goes deep.
        let thread = Thread { Foundation.exit(read(place, processes, body)) }
        thread.stackSize = 1 << 30
        thread.start()
        dispatchMain()
    }

    private func read(
        _ place: BuildPlace,
        _ processes: ChildProcesses,
        _ body: (Reading) throws -> Int32
    ) -> Int32 {
        do {
            if build {
                Terminal.say("Building")
                try place.build(withTests: tests, processes)
            }
            let deadline = ContinuousClock.now + .seconds(timeout)
            processes.end(at: deadline)
            let code = try PackageReader(place, processes).read(
                withTests: tests,
                isFresh: fresh,
                within: within
            ) { Terminal.say("Reading \($0) of \($1) files") }
            return try body(Reading(code: code, deadline: deadline, processes: processes))
        } catch let error as NotRead {
            Terminal.warn("\(error)")
            return Outcome.notChecked
        } catch {
            Terminal.warn("mortise: \(error)")
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
                Terminal.clear()
                Foundation.exit(128 + number)
            }
            source.resume()
            sources.append(source)
        }
    }

    // Only `read` writes it, before any signal can arrive.
    nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
}
#endif
