// SPDX-License-Identifier: MIT

#if Prover
import ArgumentParser
import Foundation
import MortiseProver

/// `mortise prove`.
struct ProveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prove",
        abstract: "Proves that each request in the code of a package resolves.",
        discussion: """
            Reads the type-checked code of a package that was built. Runs nothing of it. What it has no \
            rule for is not proven.

            Exit status: 0 all is proven, 1 something is wrong, 2 something may fail or is not proven, 3 it \
            could not run.
            """
    )

    @OptionGroup var options: PackageOptions

    @Option(help: "What is printed: text, json, sarif, or github for its annotations.")
    var format = Format.text

    @Option(
        help: ArgumentHelp("Say something of this target only; may be repeated.", valueName: "name")
    )
    var target: [String] = []

    @Option(
        help: "Leave out the findings that a file knows: what is new still fails.",
        completion: .file()
    )
    var baseline: String?

    @Option(
        help: "Write the findings to a file for --baseline, and succeed.",
        completion: .file()
    )
    var writeBaseline: String?

    @Flag(help: "Remove from the baseline what does not occur any more.")
    var prune = false

    @Flag(help: ArgumentHelp("List the call sites with their verdicts.", visibility: .hidden))
    var sites = false

    @Option(
        help: ArgumentHelp(
            "Print again what this file has, if that still holds; prove otherwise, and write it there.",
            visibility: .hidden
        )
    )
    var lastProof: String?

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, sarif, github
    }

    func validate() throws {
        guard !prune || baseline != nil else { throw ValidationError("--prune needs --baseline.") }
        guard baseline == nil || writeBaseline == nil else {
            throw ValidationError("--baseline and --write-baseline exclude each other.")
        }
    }

    func run() {
        if let text = lastProof.flatMap(LastProof.text(in:)) { return Terminal.print(text) }
        options.read { reading in
            guard !sites else {
                let list = SiteList(
                    of: reading.code.program,
                    reading.code.texts,
                    until: reading.deadline
                )
                Terminal.print(list.lines.map { $0 + "\n" }.joined())
                return 0
            }
            let unknown = Set(target).subtracting(reading.code.program.modules)
            if let name = unknown.min() {
                let names = reading.code.program.modules.sorted().joined(separator: ", ")
                throw ProverError(
                    "no target \(name) was read, but: \(names)"
                        + (options.tests ? "" : "; --tests reads test targets, too")
                )
            }
            Terminal.say("Proving")
            let report = Report(
                proving: reading.code.program,
                reading.code.texts,
                targets: target.isEmpty ? nil : Set(target),
                until: reading.deadline
            )
            return try show(report, of: reading)
        }
    }

    /// The modules of which something would have been said; `nil` if that is the whole package.
    private func modules(of reading: PackageOptions.Reading) -> Set<String>? {
        guard target.isEmpty else { return Set(target) }
        // A target that is gone is in no build, and neither are tests that were not asked for.
        return options.tests && options.within == nil ? nil : reading.code.targets
    }

    /// Prints a report, beside what is known already.
    ///
    /// - Returns: The exit status.
    private func show(_ report: Report, of reading: PackageOptions.Reading) throws -> Int32 {
        var report = report
        if let baseline {
            let file = URL(filePath: baseline)
            var known = try Baseline(reading: file)
            report = report.beyond(known, modules: modules(of: reading))
            if prune, !report.outdated.isEmpty {
                known.prune(report)
                try known.write(to: file)
                report.outdated = []
            }
        }
        if let writeBaseline {
            guard !report.isCutShort else {
                throw ProverError(
                    "the proof ended before all was known, so no baseline is written: allow more "
                        + "with --timeout"
                )
            }
            try Baseline(of: report).write(to: URL(filePath: writeBaseline))
        }
        let text =
            switch format {
            case .text: report.rendered(isColored: Terminal.isWatched)
            case .json: report.json()
            case .sarif: report.sarif(version: MortiseCommand.version, in: folder)
            case .github: report.renderedForGitHub(in: folder)
            }
        Terminal.print(text)
        if let lastProof, let basis = reading.code.basis, report.status == 0 {
            LastProof(text, on: basis).write(to: lastProof)
        }
        return writeBaseline == nil ? report.status : 0
    }

    /// The path from here to the package, with a slash at its end; empty if the package is not below.
    private var folder: String {
        let here = URL(filePath: ".").standardizedFileURL.path
        let path = URL(filePath: options.package).standardizedFileURL.path
        let base = here.hasSuffix("/") ? here : here + "/"
        return path.hasPrefix(base) ? path.dropFirst(base.count) + "/" : ""
    }
}
#endif
