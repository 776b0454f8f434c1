// SPDX-License-Identifier: MIT

#if Prover
import ArgumentParser
import Foundation
import MortiseGraph
import MortiseProver

/// `mortise explain`.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains an error code, or who provides a type.",
        discussion: """
            Of a code such as missing-binding, prints what the documentation says. Of a type such as "any \
            Clock", reads the type-checked code of a package that SwiftPM has built, and says who provides \
            it, who could and does not, how long it lives, who needs and holds it, and what leads to it. \
            Without either, lists the codes.

            Exit status: 0 it is explained, 2 something that may matter is not known, 3 there is nothing of \
            that name, or it could not run.
            """
    )

    @Argument(
        help: ArgumentHelp("The code of an error, or a type.", valueName: "code-or-type"),
        completion: .list(ErrorPage.all.map(\.code))
    )
    var subject: String?

    @OptionGroup var options: PackageOptions

    @OptionGroup var choice: ProgramOptions

    func run() {
        guard let subject else { return Terminal.print(ErrorPage.list) }
        if let page = ErrorPage.page(of: subject) { return Terminal.print(page.text + "\n") }
        let codes = ErrorPage.codes(like: subject)
        // Otherwise it would be looked for in a package, whose absence would be all that is said.
        guard codes.isEmpty else { fail(subject, codes) }
        options.read { reading in
            let one = try choice.chosen(of: reading)
            guard let text = one.graph.explanation(of: subject, requests: one.requests) else {
                fail(subject, one.graph.types(like: subject))
            }
            Terminal.print(text)
            return choice.status(of: one)
        }
    }

    private func fail(_ subject: String, _ names: [String]) -> Never {
        let others =
            names.isEmpty
            ? ": `mortise explain` lists the codes, and `mortise graph` what is registered"
            : ", but: \(names.joined(separator: ", "))"
        Terminal.warn("mortise: nothing is called \(subject)\(others)")
        Foundation.exit(Outcome.couldNotRun)
    }
}
#endif
