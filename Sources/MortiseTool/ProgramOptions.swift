// SPDX-License-Identifier: MIT

#if Prover
import ArgumentParser
import MortiseProver

/// Which program of a package is meant.
struct ProgramOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The program, if there are several.", valueName: "name"))
    var target: String?

    /// The graph of the program that is meant.
    func chosen(of reading: PackageOptions.Reading) throws -> ProgramGraph {
        let graphs = ProgramGraph.all(
            of: reading.code.program,
            reading.code.texts,
            until: reading.deadline
        )
        let names = graphs.map(\.module).joined(separator: ", ")
        guard let target else {
            guard graphs.count <= 1 else {
                throw ProverError("there are several programs, choose one with --target: \(names)")
            }
            guard let one = graphs.first else {
                throw ProverError(
                    "no code that was read makes a container of Mortise; --tests reads test "
                        + "targets, too"
                )
            }
            return one
        }
        guard let one = graphs.first(where: { $0.module == target }) else {
            throw ProverError("there is no program \(target), but: \(names)")
        }
        return one
    }

    /// The exit status, after what is not known of a program was named.
    func status(of program: ProgramGraph) -> Int32 {
        for gap in program.gaps { Terminal.warn("not known: \(gap)") }
        return program.gaps.isEmpty ? 0 : Outcome.notChecked
    }
}
#endif
