// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation

/// Answers like SWAPI: ten elements to a page, each page with a link to the next.
struct PagedSWAPI: Sendable {
    private let lists: [String: Data]

    /// Reads the lists from a folder with `people.json` and `starships.json`.
    init(folder: URL) throws {
        lists = [
            "/people/": try Data(contentsOf: folder.appending(path: "people.json")),
            "/starships/": try Data(contentsOf: folder.appending(path: "starships.json")),
        ]
    }

    /// The answer to one request.
    func answer(_ request: HTTPRequest) throws -> HTTPResponse {
        guard
            request.method == .GET,
            let data = lists[request.target.path()],
            let list = try JSONSerialization.jsonObject(with: data) as? [String: Any],
            let results = list["results"] as? [Any]
        else { return HTTPResponse(statusCode: .notFound) }

        let page = request.query.first { $0.name == "page" }.flatMap { Int($0.value) } ?? 1
        let host = request.headers[.host] ?? "localhost"
        let isLast = page * 10 >= results.count
        let next = "http://\(host)\(request.target.path())?page=\(page + 1)"
        let body: [String: Any] = [
            "count": results.count,
            "next": isLast ? NSNull() : next,
            "previous": NSNull(),
            "results": Array(results.dropFirst((page - 1) * 10).prefix(10)),
        ]
        return HTTPResponse(
            statusCode: .ok,
            headers: [.contentType: "application/json"],
            body: try JSONSerialization.data(withJSONObject: body)
        )
    }
}
