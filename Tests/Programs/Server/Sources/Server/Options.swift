// SPDX-License-Identifier: MIT

/// What the command line says.
struct Options: Hashable, Sendable {
    var host = "localhost"
    var port = 8080
    var metrics = false
    var paths: [String] = []

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--host":
                guard let host = rest.popFirst(), !host.isEmpty else {
                    throw UsageError("--host needs a name")
                }
                self.host = host
            case "--port":
                guard let word = rest.popFirst(), let port = Int(word), port > 0 else {
                    throw UsageError("--port needs a positive number")
                }
                self.port = port
            case "--metrics":
                metrics = true
            case _ where argument.hasPrefix("/"):
                paths.append(argument)
            default:
                throw UsageError("\(argument) is not an option")
            }
        }
        guard !paths.isEmpty else { throw UsageError("name at least one path") }
    }
}

/// A mistake on the command line.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ fact: String) {
        description = "\(fact)\nusage: Server [--host NAME] [--port NUMBER] [--metrics] PATH…"
    }
}
