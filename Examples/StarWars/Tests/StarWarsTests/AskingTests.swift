// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation
import StarWarsKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The program in interactive mode` {
    @Test func `answers line by line until its input ends, and closes`() async throws {
        let run = try await Run.starwars("--ask", input: "Chewbacca\nx-wing\nnobody at all")

        #expect(run.status == 0)
        #expect(run.errors == "")
        try expectGolden(run.output, "asked")
    }

    @Test func `closes immediately without questions`() async throws {
        let run = try await Run.starwars("--ask")

        #expect(run.status == 0)
        #expect(run.output == "Closed, after answering 0.\n")
    }

    @Test func `closes when it is interrupted`() async throws {
        let run = try await Run.interrupting("--ask", input: "Chewbacca\n") { output in
            output.contains("People: ")
        }

        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.output.hasSuffix("\nClosed, after answering 1.\n"))
    }

    @Test func `closes when it is interrupted while the archive is being opened`() async throws {
        let isAsked = Atomic(false)
        try await TestServer.serving({ _ in
            isAsked.store(true, ordering: .relaxed)
            try await Task.sleep(for: .seconds(600))
            return HTTPResponse(statusCode: .ok)
        }) { url in
            let run = try await Run.interrupting(
                "--ask",
                "--url",
                url,
                "--timeout",
                "1",
                input: "Chewbacca\n"
            ) { _ in
                isAsked.load(ordering: .relaxed)
            }

            #expect(run.status == 0)
            #expect(run.errors == "")
            #expect(run.output == "Closed, after answering 0.\n")
        }
    }

    @Test func `reports the server's error like in other modes`() async throws {
        try await TestServer.closedPort { url in
            let run = try await Run.starwars("--ask", "--url", url, input: "Leia\n")

            #expect(run.status == 1)
            #expect(run.output == "")
            #expect(run.errors == "Error: \(url)/people/: cannot connect to the server\n")
        }
    }
}
