// SPDX-License-Identifier: MIT

import Foundation
import StarWarsKit
import Testing

@Suite struct `A file source` {
    @Test func `names the file that cannot be read`() {
        let source = FileSource(folder: URL(filePath: "/nowhere"), decoder: PageDecoder())

        let error = #expect(throws: StarWarsError.self) { try source.people() }

        #expect(error?.code == .unreadable)
        #expect(error?.description == "/nowhere/people.json: cannot be read")
    }
}
