// SPDX-License-Identifier: MIT

import Foundation
import MortiseProver

/// The command `mortise`.
@main
struct Tool {
    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        func take(_ flag: String) -> Bool {
            guard let index = arguments.firstIndex(of: flag) else { return false }
            arguments.remove(at: index)
            return true
        }
        let withTests = take("--tests")
        guard arguments.count <= 2, arguments.first == "prove",
            !arguments.contains(where: { $0.hasPrefix("-") })
        else { fail(usage) }
        let package = URL(filePath: arguments.count > 1 ? arguments[1] : ".")
        let processes = ChildProcesses(limit: .seconds(300))
        endOnSignals(processes)
        // Reading a tree goes deep.
        let thread = Thread { exit(prove(package, withTests: withTests, processes)) }
        thread.stackSize = 64 << 20
        thread.start()
        dispatchMain()
    }

    private static let usage = """
        usage: mortise prove [PACKAGE] [--tests]

        Proves that each request in the code of a package resolves. The package must be built.
        An experiment: it may report code that works, and miss code that fails.
        Exit status: 0 proven, 1 wrong, 2 not proven, 3 could not run.
        """

    private static func prove(
        _ package: URL,
        withTests: Bool,
        _ processes: ChildProcesses
    ) -> Int32 {
        do {
            let (program, texts) = try PackageReader(package, processes).read(withTests: withTests)
            let report = Report(proving: program, texts)
            FileHandle.standardOutput.write(Data(report.rendered().utf8))
            return report.status
        } catch let error as NotRead {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            return 2
        } catch {
            FileHandle.standardError.write(Data("mortise: \(error)\n".utf8))
            return 3
        }
    }

    private static func fail(_ text: String) -> Never {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        exit(3)
    }

    /// Ends the compilers, and then this process as a signal would.
    private static func endOnSignals(_ processes: ChildProcesses) {
        for number in [SIGINT, SIGTERM] {
            // Not ignored: the compilers would ignore it, too.
            signal(number) { _ in }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                processes.endAll()
                exit(128 + number)
            }
            source.resume()
            sources.append(source)
        }
    }

    // Only `main` writes it, before any signal can arrive.
    nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
}
