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

            With --diff, says instead which definitions are new (+), gone (-) and changed (~) since --format \
            json has written a file. Lines of code do not matter.

            Exit status: 0 all is known, 1 there are differences, 2 something is not known, 3 it could not run.
            """
    )

    @OptionGroup var options: PackageOptions

    @Option(help: "Printed: text, dot for Graphviz, svg by it, mermaid, json, or html, a page.")
    var format = Format.text

    @OptionGroup var choice: ProgramOptions

    @Option(
        help: ArgumentHelp("Say what differs from a graph in a file.", valueName: "file"),
        completion: .file()
    )
    var diff: String?

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, dot, svg, mermaid, json, html
    }

    func run() {
        options.read { reading in
            let old = try diff.map { try GraphOutline(reading: URL(filePath: $0)) }
            let one = try choice.chosen(of: reading)
            if let old {
                let lines = GraphOutline(one.graph).differences(from: old)
                Terminal.print(lines.map { $0 + "\n" }.joined())
                let status = choice.status(of: one)
                return lines.isEmpty ? status : Outcome.different
            }
            try Terminal.print(drawn(one, reading.processes))
            return choice.status(of: one)
        }
    }

    private func drawn(
        _ program: ProgramGraph,
        _ processes: ChildProcesses
    ) throws -> String {
        let graph = program.graph
        let text =
            switch format {
            case .text: graph.text()
            case .dot: graph.dot()
            case .svg: try Graphviz.svg(of: graph.dot(), processes)
            case .mermaid: graph.mermaid()
            case .json: graph.json()
            case .html: program.module.isEmpty ? graph.html() : graph.html(title: program.module)
            }
        return text.hasSuffix("\n") ? text : text + "\n"
    }
}
#endif
