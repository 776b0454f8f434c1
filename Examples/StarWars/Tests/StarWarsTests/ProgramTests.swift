// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation
import StarWarsKit
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The program` {
    @Test func `prints the shipped people with their starships`() async throws {
        let run = try await Run.starwars()

        #expect(run.status == 0)
        #expect(run.errors == "")
        try expectGolden(run.output, "starwars")
    }

    @Test func `prints the same from a server, page by page`() async throws {
        let swapi = try PagedSWAPI(folder: ShippedData.folder)

        let fromFiles = try await Run.starwars()
        try await TestServer.serving({ try swapi.answer($0) }) { url in
            for url in [url, "\(url)/"] {
                let fromServer = try await Run.starwars("--url", url)

                #expect(fromServer.status == 0)
                #expect(fromServer.errors == "")
                #expect(fromServer.output == fromFiles.output)
            }
        }
    }

    @Test func `reports a missing server`() async throws {
        try await TestServer.closedPort { url in
            expectFailure(
                try await Run.starwars("--url", url),
                "\(url)/people/: cannot connect to the server"
            )
        }
    }

    @Test func `reports a server that never answers`() async throws {
        try await TestServer.serving(neverAnswer) { url in
            expectFailure(
                try await Run.starwars("--url", url, "--timeout", "0.5"),
                "\(url)/people/: no answer within 0.5 s"
            )
        }
    }

    @Test(arguments: [HTTPStatusCode.notFound, .internalServerError, .noContent])
    func `reports a server that refuses`(status: HTTPStatusCode) async throws {
        try await TestServer.serving({ _ in HTTPResponse(statusCode: status) }) { url in
            expectFailure(
                try await Run.starwars("--url", url),
                "\(url)/people/: the server answered \(status.code)"
            )
        }
    }

    @Test func `reports bad JSON`() async throws {
        try await TestServer.serving({ _ in page("<html>\nno\n</html>") }) { url in
            expectFailure(
                try await Run.starwars("--url", url),
                "\(url)/people/: this is not JSON"
            )
        }
    }

    @Test func `prints nothing when only the second list fails`() async throws {
        let swapi = try PagedSWAPI(folder: ShippedData.folder)
        let half: @Sendable (HTTPRequest) throws -> HTTPResponse = { request in
            request.target.path() == "/starships/" ? page("{}") : try swapi.answer(request)
        }

        try await TestServer.serving(half) { url in
            expectFailure(
                try await Run.starwars("--url", url),
                "\(url)/starships/: count is missing"
            )
        }
    }

    @Test(arguments: ["nonsense", "ftp://example.org/", "http://"])
    func `explains an invalid URL`(url: String) async throws {
        let run = try await Run.starwars("--url", url)

        #expect(run.status == 64)
        #expect(run.output == "")
        #expect(run.errors.contains("'\(url)' is not an http or https URL."))
    }

    @Test(arguments: ["0", "-1", "nan", "inf", "3601"])
    func `explains an invalid timeout`(timeout: String) async throws {
        let run = try await Run.starwars("--timeout=\(timeout)")

        #expect(run.status == 64)
        #expect(run.output == "")
        #expect(run.errors.contains("--timeout must be more than 0 and at most 3600 seconds."))
    }

    @Test(arguments: ["text", "dot", "mermaid", "json"])
    func `draws its wiring`(format: String) async throws {
        let run = try await Run.starwars("--graph", format)

        #expect(run.status == 0)
        #expect(run.errors == "")
        try expectGolden(withoutLines(run.output), "graph-\(format)")
    }

    @Test func `lists its builds, dependencies first, without changing the table`() async throws {
        let plain = try await Run.starwars()

        let run = try await Run.starwars("--time")

        #expect(run.status == 0)
        #expect(run.output == plain.output)
        let built = run.errorLines.compactMap { line in
            ["PageDecoder", "any StarWarsSource \"files\"", "any Roster", "any Report"].first {
                line.contains(" \($0) ")
            }
        }
        #expect(
            built.removingRepeats == [
                "PageDecoder", "any StarWarsSource \"files\"", "any Roster", "any Report",
            ]
        )
    }

    private func expectFailure(
        _ run: Run,
        _ line: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(run.status == 1, sourceLocation: sourceLocation)
        #expect(run.output == "", sourceLocation: sourceLocation)
        #expect(run.errors == "Error: \(line)\n", sourceLocation: sourceLocation)
    }
}

/// Line numbers of the wiring change with every edit of it; everything else in the graph must not.
private func withoutLines(_ text: String) -> String {
    text.replacing(/(\.swift:|"line": ?)\d+/) { "\($0.output.1)0" }
}

extension [String] {
    fileprivate var removingRepeats: [String] {
        reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
}

private func neverAnswer(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await Task.sleep(for: .seconds(600))
    return HTTPResponse(statusCode: .ok)
}

private func page(_ text: String) -> HTTPResponse {
    HTTPResponse(statusCode: .ok, body: Data(text.utf8))
}
