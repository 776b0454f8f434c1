// SPDX-License-Identifier: MIT

import ArgumentParser
import Mortise
import MortiseGraph

/// `galaxy graph`.
struct Drawing: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Draw what the program consists of."
    )

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, mermaid, dot, json
    }

    @OptionGroup var options: Options

    @Option(help: "The format.")
    var format = Format.text

    func run() {
        let graph = Composition.app(options.world).graph
        switch format {
        case .text: print(graph.text())
        case .mermaid: print(graph.mermaid())
        case .dot: print(graph.dot())
        case .json: print(graph.json())
        }
    }
}
