// SPDX-License-Identifier: MIT

#if Prover
import ArgumentParser
import Foundation
import MortiseGraph
import MortisePage
import MortiseProver

/// `mortise graph`.
struct GraphCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Draws the containers of a program.",
        discussion: """
            Reads the type-checked code of a package that SwiftPM has built. Runs nothing of it. Shows the \
            containers as they are at the end of the program; what is registered on some ways only is in it, \
            too. What is not known is named on standard error.

            Exit status: 0 all is known, 2 something is not known, 3 it could not run.
            """
    )

    @OptionGroup var options: PackageOptions

    @Option(help: "What is printed: text, dot for Graphviz, mermaid, json, or html, a page.")
    var format = Format.text

    @Option(help: ArgumentHelp("The program, if there are several.", valueName: "name"))
    var target: String?

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, dot, mermaid, json, html
    }

    func run() {
        options.read { reading in
            let graphs = ProgramGraph.all(
                of: reading.program,
                reading.texts,
                until: reading.deadline
            )
            let one = try chosen(among: graphs)
            for gap in one.gaps {
                FileHandle.standardError.write(Data("not known: \(gap)\n".utf8))
            }
            FileHandle.standardOutput.write(Data(drawn(one).utf8))
            return one.gaps.isEmpty ? 0 : Outcome.notChecked
        }
    }

    private func chosen(among graphs: [ProgramGraph]) throws -> ProgramGraph {
        let names = graphs.map(\.module).joined(separator: ", ")
        guard let target else {
            guard graphs.count <= 1 else {
                throw ProverError("there are several programs, choose one with --target: \(names)")
            }
            guard let one = graphs.first else {
                throw ProverError("no code that was read makes a container of Mortise")
            }
            return one
        }
        guard let one = graphs.first(where: { $0.module == target }) else {
            throw ProverError("there is no program \(target), but: \(names)")
        }
        return one
    }

    private func drawn(_ program: ProgramGraph) -> String {
        let graph = program.graph
        let text =
            switch format {
            case .text: graph.text()
            case .dot: graph.dot()
            case .mermaid: graph.mermaid()
            case .json: graph.json()
            case .html: program.module.isEmpty ? graph.html() : graph.html(title: program.module)
            }
        return text.hasSuffix("\n") ? text : text + "\n"
    }
}
#endif
