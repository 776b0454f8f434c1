// SPDX-License-Identifier: MIT

import Configuration
import Hummingbird
import HummingbirdTesting
import Mortise
import Testing

@testable import FirstServer

// The code of the article "Your first server".

struct FixedStore: NoteStore {
    func notes() -> [Note] { [Note(id: 7, text: "Buy milk")] }

    func add(_ text: String) -> Note { Note(id: 8, text: text) }
}

@Suite struct `The notes` {
    let app = makeApp(settings: [])

    @Test func `are listed`() async throws {
        let test = app.overriding {
            $0.register(.singleton) { FixedStore() as any NoteStore }.replacing()
        }

        try await Application(router: makeRouter(test)).test(.router) { client in
            let response = try await client.execute(uri: "/notes", method: .get)
            #expect(String(buffer: response.body).contains("Buy milk"))
        }
    }

    @Test func `fit together`() throws {
        try app.validate().check()
    }
}
