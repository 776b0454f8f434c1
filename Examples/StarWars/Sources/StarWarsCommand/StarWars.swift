// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import StarWarsKit

@main
struct StarWars: ParsableCommand {
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

    @Flag(help: "Also print, on standard error, what was built, in which order and how fast.")
    var time = false

    func validate() throws {
        guard timeout > 0, timeout <= 3600 else {
            throw ValidationError("--timeout must be more than 0 and at most 3600 seconds.")
        }
    }

    func run() throws {
        let settings = Settings(server: url, timeout: .seconds(timeout))
        let composition = Composition(settings, isTimed: time)
        if let graph {
            return print(try composition.graph(as: graph))
        }
        // Nothing is printed before everything is known to have worked.
        let text = try composition.report().text()
        print(text, terminator: "")
        if let timings = composition.timings {
            try FileHandle.standardError.write(contentsOf: Data("\(timings)\n".utf8))
        }
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
