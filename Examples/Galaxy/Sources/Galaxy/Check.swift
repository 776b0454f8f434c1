// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Mortise

/// `galaxy check`.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read the settings, and validate the wiring.",
        discussion: "Opens nothing. Exit status: 0 if all is well, 2 with all findings."
    )

    @OptionGroup var options: Options

    func run() throws {
        let findings = Self.findings(Composition.app(options.world))
        guard !findings.isEmpty else { return print("galaxy: all is well") }
        for finding in findings { print(finding) }
        throw ExitCode(2)
    }

    /// What is missing, and what is wired wrongly.
    static func findings(_ app: Container) -> [String] {
        let validation = app.validate()
        var findings = validation.errors.map { "\($0)" }
        do { try app.bootstrap() } catch { findings.append(Complaint(error).text) }
        return findings
    }
}
