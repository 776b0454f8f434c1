// SPDX-License-Identifier: MIT

import ArgumentParser
import Scenarios

/// The command that `instructions.py` runs under callgrind: one scenario, many iterations.
@main
struct Instructions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "instructions",
        abstract: "Runs one side of one scenario so many times, for a tool that counts.",
        discussion: "Prints nothing. See instructions.py."
    )

    @Option(help: "The scenario.")
    var scenario: String

    @Flag(help: "Run hand-wired code instead of Mortise.")
    var byHand = false

    @Option(help: "How often.")
    var iterations: Int

    func run() throws {
        guard let type = Scenarios.all.first(where: { $0.name == self.scenario }) else {
            throw ValidationError("There is no scenario \(self.scenario).")
        }
        let scenario = try type.init()
        let confirmed =
            byHand ? try scenario.handWired(iterations) : try scenario.mortise(iterations)
        guard confirmed == iterations else {
            throw ScenarioFailure("\(confirmed) of \(iterations) results were right")
        }
    }
}
