// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
@_spi(Diagnostics) import Mortise
import Synchronization

/// The command: searches defects of the engine with random programs.
@main
struct Stress: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stress",
        abstract: "Runs random graphs on threads and tasks, and looks whether promises are kept.",
        discussion: """
            Ends with status 1 when a promise is broken or something hangs, and says how to run that \
            round again. The same seed gives the same graphs and programs; how they interleave differs.
            """
    )

    @Option(help: "How long to go on.")
    var seconds = 60

    @Option(help: "Where the random numbers begin. At random if left out.")
    var seed: UInt64?

    @Option(help: "Run this round only, again and again.")
    var round: Int?

    @Option(
        help: "What to concentrate on: \(Mode.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var only: Mode?

    @Option(
        help:
            "Leave something out; may be repeated: \(Feature.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var without: [Feature] = []

    @Option(help: "For how many seconds nothing may end before that counts as hanging.")
    var patience = 10

    @Flag(help: "Count as a violation, too, what the documentation leaves open.")
    var strict = false

    @Flag(help: "Print the graph and the program of each round before it runs.")
    var verbose = false

    func validate() throws {
        guard seconds > 0, patience > 0 else {
            throw ValidationError("--seconds and --patience must be positive.")
        }
    }

    func run() async throws {
        let seed = seed ?? .random(in: 0..<1_000_000_000)
        print("seed \(seed)")
        fflush(nil)
        let reporter = Reporter()
        let tally = Tally()
        reporter.watch(patience: patience)
        let clock = ContinuousClock()
        let start = clock.now
        var number = round ?? 0
        while clock.now - start < .seconds(seconds) {
            await run(number, seed, reporter, tally)
            if round == nil { number += 1 }
        }
        let time = clock.now - start
        FileHandle.standardError.write(Data("\n".utf8))
        print(tally.line(seconds: Double(time.components.seconds)))
    }

    private func run(_ number: Int, _ seed: UInt64, _ reporter: Reporter, _ tally: Tally) async {
        var random = Randomness(seed: seed, round: number)
        let features = Set(without)
        let mode =
            only.flatMap { $0 == .mixed ? nil : $0 } ?? Mode.any(&random, without: features)
        let rules = Rules(
            patience: patience,
            isStrict: strict,
            checksReclaiming: !features.contains(.reclaim)
        )
        let again = command(number, seed)
        func begin(_ text: @escaping @Sendable () -> String) {
            if verbose { print("round \(number): \(text())") }
            // Before the round: a crash leaves this line as the last one.
            fflush(nil)
            FileHandle.standardError.write(Data("\rseed \(seed) round \(number) ".utf8))
            reporter.begin(again, text)
        }
        if let profile = mode.profile?.without(features) {
            let round = Round(mode, profile, rules, &random)
            begin { round.text }
            await round.run(reporter, tally)
        } else if mode == .waiters {
            let round = WaiterRound(&random)
            begin { round.text }
            await round.run(reporter, tally, rules)
        } else {
            let round = ReclaimRound(&random)
            begin { round.text }
            await round.run(reporter, tally, rules)
        }
    }

    private func command(_ number: Int, _ seed: UInt64) -> String {
        var command = "swift run -c release --package-path Benchmarks stress"
        command += " --seed \(seed) --round \(number)"
        if let only { command += " --only \(only)" }
        if strict { command += " --strict" }
        for feature in without { command += " --without \(feature.rawValue)" }
        return command
    }
}
