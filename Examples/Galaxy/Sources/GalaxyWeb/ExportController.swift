// SPDX-License-Identifier: MIT

import Foundation
package import GalaxyDomain
import HTTPTypes
import Hummingbird
import NIOCore

/// Everything, one JSON object on each line, all of one state of the database.
package struct ExportController: Sendable {
    private let people: any PeopleStore
    private let starships: any StarshipStore

    package init(people: any PeopleStore, starships: any StarshipStore) {
        self.people = people
        self.starships = starships
    }

    /// Answers with a body that is written after this has returned.
    ///
    /// The scope, and the snapshot in it, stay open.
    func export(_ request: Request, context: AppContext) async throws -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/x-ndjson"],
            body: ResponseBody { [people, starships] writer in
                try await Self.write(to: &writer) { try await people.people(after: $0, limit: 200) }
                try await Self.write(to: &writer) {
                    try await starships.starships(after: $0, limit: 200)
                }
                try await writer.finish(nil)
            }
        )
    }

    @concurrent private static func write<Record: Encodable & Identified>(
        to writer: inout any ResponseBodyWriter,
        page: @concurrent (Int) async throws -> [Record]
    ) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var last = 0
        while case let records = try await page(last), let end = records.last {
            var buffer = ByteBuffer()
            for record in records {
                buffer.writeBytes(try encoder.encode(record))
                buffer.writeString("\n")
            }
            try await writer.write(buffer)
            last = end.id
        }
    }
}

/// What is exported in the order of identifiers.
private protocol Identified { var id: Int { get } }

extension Person: Identified {}
extension Starship: Identified {}
