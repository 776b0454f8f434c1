// SPDX-License-Identifier: MIT

/// Stands in for a client and its server.
final class LocalServer: API {
    private let address: ServerAddress
    private let log: RequestLog
    private let answers = [
        "lists/ann": "joints\ngrain",
        "lists/ben": "joints",
        "articles/joints": "Joints that hold\nA tenon needs no glue if it fits its mortise.",
        "articles/grain": "The grain of wood\nCut along it, never against it.",
    ]

    init(address: ServerAddress, log: RequestLog) {
        self.address = address
        self.log = log
    }

    func send(_ request: Request) async throws -> String {
        log.note("\(request.method) \(address.host)/\(request.path)")
        if request.method == "POST" { return "" }
        guard let answer = answers[request.path] else { throw ServerError.notFound(request.path) }
        return answer
    }
}
