// SPDX-License-Identifier: MIT

/// An answer of the server.
package struct Answer: Sendable {
    package let status: Int
    /// By names in lower case.
    package let headers: [String: String]
    package let body: String

    /// Reads what came over a connection.
    package init(_ text: String) {
        let parts = text.split(
            separator: "\r\n\r\n",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let lines = parts[0].split(separator: "\r\n")
        status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        headers = Dictionary(
            lines.dropFirst().map { line in
                let pair = line.split(separator: ":", maxSplits: 1)
                return (pair[0].lowercased(), String(pair.last?.drop { $0 == " " } ?? ""))
            },
            uniquingKeysWith: { $1 }
        )
        let rest = parts.count > 1 ? parts[1] : ""
        body = headers["transfer-encoding"] == "chunked" ? Self.joined(rest) : String(rest)
    }

    private static func joined(_ chunks: Substring) -> String {
        var (rest, body) = (Array(chunks.utf8)[...], [UInt8]())
        while let end = rest.firstIndex(of: UInt8(ascii: "\r")),
            let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16), size > 0
        {
            let begin = end + 2
            body += rest[begin..<min(begin + size, rest.endIndex)]
            rest = rest.dropFirst(begin + size + 2 - rest.startIndex)
        }
        return String(decoding: body, as: UTF8.self)
    }

    /// Asks the server of a port, and waits for the whole answer.
    package static func to(
        _ method: String,
        _ path: String,
        port: Int,
        headers: [String: String] = [:],
        body: String? = nil
    ) async throws -> Answer {
        let visitor = try await Visitor(
            request(method, path, headers: headers, body: body),
            port: port
        )
        await visitor.isDismissedSoon()
        return Answer(visitor.text)
    }

    /// Asks with `GET`, and waits for the whole answer.
    package static func to(
        _ path: String,
        port: Int,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await to("GET", path, port: port, headers: headers)
    }

    /// A request after which the connection is closed.
    package static func request(
        _ method: String,
        _ path: String,
        headers: [String: String] = [:],
        body: String? = nil
    ) -> String {
        var text = "\(method) \(path) HTTP/1.1\r\nhost: galaxy\r\nconnection: close\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if let body {
            text += "content-type: application/json\r\ncontent-length: \(body.utf8.count)\r\n"
        }
        return text + "\r\n" + (body ?? "")
    }
}
