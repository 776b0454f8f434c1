// SPDX-License-Identifier: MIT

import GalaxyTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Access` {
    @Test func `to what concerns a user needs a token`() async throws {
        let site = Site()
        try await site.serve { port in
            for path in ["/api/me", "/admin/graph"] {
                let nobody = try await Answer.to(path, port: port)
                #expect(nobody.status == 401 && nobody.headers["www-authenticate"] == "Bearer")
                let wrong = try await Answer.to(
                    path,
                    port: port,
                    headers: ["authorization": "Bearer secreT"]
                )
                #expect(wrong.status == 401)
            }
            let me = try await Answer.to(
                "/api/me",
                port: port,
                headers: ["authorization": "Bearer secret"]
            )
            #expect(me.status == 200 && me.body == #"{"name":"Leia"}"#)
        }
    }

    @Test(arguments: [
        "/healthz", "/readyz", "/api/starships", "/api/people", "/api/export.ndjson", "/events",
    ])
    func `by HEAD is answered without a body`(_ path: String) async throws {
        let site = Site()
        try await site.serve { port in
            let answer = try await Answer.to("HEAD", path, port: port)
            #expect(answer.status == 200 && answer.body.isEmpty)
        }
    }
}
