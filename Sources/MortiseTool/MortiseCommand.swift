// SPDX-License-Identifier: MIT

import Foundation

#if Prover
import ArgumentParser

/// The command `mortise`.
@main
struct MortiseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mortise",
        abstract: "Proves, draws and explains the wiring of packages that use Mortise.",
        version: version,
        subcommands: [
            ProveCommand.self, GraphCommand.self, ExplainCommand.self, FactsCommand.self,
        ]
    )

    static let version = "0.1.0"

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let text = fullMessage(for: error)
            guard exitCode(for: error) == .success else {
                Terminal.warn(text)
                Foundation.exit(Outcome.couldNotRun)
            }
            Terminal.print(text + "\n")
        }
    }
}
#else
/// What is built where the command is not wanted, such as in a client of the library.
@main
struct MortiseCommand {
    static func main() {
        let text = """
            mortise: the proof is behind a trait. In Package.swift, ask for it where the package is named:

                .package(url: "…/mortise", …, traits: ["Prover"])

            or, in a checkout of Mortise: `swift build --traits Prover`
            """
        Terminal.warn(text)
        exit(3)
    }
}
#endif
