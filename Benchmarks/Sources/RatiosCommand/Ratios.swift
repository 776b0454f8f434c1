// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Measuring
import Scenarios

/// The command: compares Mortise with hand-wired code.
@main
struct Ratios: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ratios",
        abstract: "Compares Mortise with hand-wired code, in one run.",
        discussion: """
            Each round samples both sides in turn and divides their processor times; the figure is \
            the median of the rounds. Absolute times move from machine to machine and from run to \
            run, the ratios hardly.
            """
    )

    @Flag(help: "Print an object from scenario names to figures.")
    var json = false

    @Flag(help: "Only check that scenarios run and results are right; judge no times.")
    var check = false

    @Flag(help: "Fail if a figure misses its bar, and name it.")
    var bars = false

    @Flag(help: "Only the scenarios about scopes.")
    var scopes = false

    @Flag(help: "Only the scenarios about assemblies.")
    var assembly = false

    @Flag(help: "Only the scenarios in the vocabulary of EasyDi.")
    var easydi = false

    @Flag(help: "Only the scenarios in the vocabulary of Dip.")
    var dip = false

    @Flag(help: "Only the scenarios about properties that resolve themselves.")
    var wrappers = false

    @Flag(help: "Only the scenarios about injectors.")
    var injector = false

    @Option(help: "The scenarios to measure, separated by commas. All, if left out.")
    var only: String?

    @Option(help: "How many rounds to measure.")
    var rounds = 101

    private static let allNames =
        Scenarios.all.map { $0.name } + ThreadContest.all.map(\.name)
        + [RegisteringContest.timeName, RegisteringContest.bytesName, ResetContest.name]
        + WaitingContest.all.flatMap { [$0.name, $0.timeName] } + KeysContest.all.flatMap(\.names)

    private func names() throws -> Set<String> {
        if scopes { return Scenarios.scopes }
        if assembly { return Scenarios.assemblies.union(KeysContest.all[1].names) }
        if dip { return Scenarios.dip }
        if easydi { return Scenarios.easyDi.union(KeysContest.all[0].names) }
        if wrappers { return Scenarios.wrappers }
        if injector { return Scenarios.injector }
        guard let only else { return Set(Self.allNames) }
        let names = Set(only.split(separator: ",").map { String($0) })
        let unknown = names.subtracting(Self.allNames)
        guard unknown.isEmpty, !names.isEmpty else {
            throw ValidationError(
                "There is no scenario \(unknown.sorted().joined(separator: ", ")). There are "
                    + Self.allNames.joined(separator: ", ") + "."
            )
        }
        return names
    }

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be positive.") }
        _ = try names()
    }

    func run() throws {
        let parked = ParkedThread()
        defer { withExtendedLifetime(parked) {} }
        if check { return try SelfCheck.run(names()) }
        let rows = try measure(names())
        print(json ? Row.json(rows) : Row.table(rows))
        let missed = rows.filter { !$0.meetsBar }
        guard bars, !missed.isEmpty else { return }
        let text = "missed: " + missed.map(\.name).joined(separator: ", ") + "\n"
        FileHandle.standardError.write(Data(text.utf8))
        throw ExitCode.failure
    }

    private func measure(_ names: Set<String>) throws -> [Row] {
        var contests = try Scenarios.all.filter { names.contains($0.name) }.map { try Contest($0) }
        for _ in 0..<rounds {
            let clutter = HeapClutter()
            for index in contests.indices.shuffled() { try contests[index].comparison.round() }
            _ = consume clutter
        }
        var rows = contests.map(\.row)
        for contest in ThreadContest.all where names.contains(contest.name) {
            rows.append(try contest.measure(rounds: rounds, sampleNanoseconds: 2_000_000))
        }
        if names.contains(RegisteringContest.timeName)
            || names.contains(RegisteringContest.bytesName)
        {
            var contest = RegisteringContest()
            for _ in 0..<max(3, rounds / 10) { contest.round() }
            rows += contest.rows.filter { names.contains($0.name) }
        }
        if names.contains(ResetContest.name) { rows.append(try ResetContest.measure()) }
        for contest in WaitingContest.all
        where !names.isDisjoint(with: [contest.name, contest.timeName]) {
            rows += try contest.measure().filter { names.contains($0.name) }
        }
        for contest in KeysContest.all where !names.isDisjoint(with: contest.names) {
            rows += try contest.measure().filter { names.contains($0.name) }
        }
        return rows
    }
}
