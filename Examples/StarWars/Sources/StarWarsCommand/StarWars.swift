// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import StarWarsKit

@main
struct StarWars: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "starwars",
        abstract: "Prints who flies what in Star Wars."
    )

    @Option(
        help: "Ask this SWAPI server instead of the files that ship with the program.",
        transform: httpURL
    )
    var url: URL?

    @Option(help: "How many seconds one fetch may take.")
    var timeout = 10.0

    @Option(help: "Print the dependency graph instead of the people.")
    var graph: GraphFormat?

    @Flag(help: "Answer the names on standard input, one a line, until it ends or on Ctrl-C.")
    var ask = false

    @Flag(help: "Also print, on standard error, what was built, in which order and how fast.")
    var time = false

    func validate() throws {
        guard timeout > 0, timeout <= 3600 else {
            throw ValidationError("--timeout must be more than 0 and at most 3600 seconds.")
        }
    }

    func run() async throws {
        let settings = Settings(server: url, timeout: .seconds(timeout))
        let composition = Composition(settings, isTimed: time)
        if let graph {
            return print(try composition.graph(as: graph))
        }
        if ask {
            try await answerQuestions(by: composition)
        } else {
            // Prints only after everything has succeeded.
            let text = try composition.report().text()
            print(text, terminator: "")
        }
        if let timings = composition.timings {
            try FileHandle.standardError.write(contentsOf: Data("\(timings)\n".utf8))
        }
    }

    private func answerQuestions(by composition: Composition) async throws {
        let asking = Task {
            for await name in StandardInput.lines {
                let answer = try await composition.answer(about: name)
                // Unlike `print`, this is written immediately to a pipe.
                try FileHandle.standardOutput.write(contentsOf: Data(answer.utf8))
            }
        }
        let interrupt = Interrupt { asking.cancel() }
        let end = await asking.result
        interrupt.ignore()

        let answered = try await composition.close(deadline: .seconds(5))
        // After an interrupt, unfinished work is no error.
        if !asking.isCancelled { try end.get() }
        print("Closed, after answering \(answered).")
    }

    private static func httpURL(_ argument: String) throws -> URL {
        guard
            let url = URL(string: argument),
            ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else {
            throw ValidationError("'\(argument)' is not an http or https URL.")
        }
        return url
    }
}
