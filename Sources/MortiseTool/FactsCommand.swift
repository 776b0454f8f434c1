// SPDX-License-Identifier: MIT

#if Prover
import ArgumentParser
import MortiseProver

/// `mortise facts`.
struct FactsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facts",
        abstract: "Prints what is known of a package as JSON, for other tools.",
        discussion: """
            Reads the type-checked code of a package that SwiftPM has built. Runs nothing of it. Prints its \
            programs with their containers, definitions and what is not known of them, and the requests \
            with their verdicts. The same code gives the same text.

            Exit status: 0 it is printed, whatever the verdicts, 3 it could not run.
            """
    )

    @OptionGroup var options: PackageOptions

    func run() {
        options.read { reading in
            let facts = ProgramFacts(
                of: reading.code.program,
                reading.code.texts,
                until: reading.deadline
            )
            Terminal.print(facts.json())
            return 0
        }
    }
}
#endif
