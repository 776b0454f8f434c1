// SPDX-License-Identifier: MIT

import Foundation
import MortiseProver
import MortiseTestSupport
import Testing

@Suite("The table of what Mortise's declarations mean to the prover")
struct InterfaceTests {
    @Test("has a row for each declaration of the public interface, overloads listed one by one")
    func rows() throws {
        let lines = try rows(of: "Mortise")
        try expectGolden(lines.joined(separator: "\n"), "Interface")
    }

    @Test("has a row for each declaration of the products for servers")
    func rowsForServers() throws {
        let modules = [
            "Configuration", "GRPC", "Hummingbird", "Logging", "Metrics", "Services", "Tracing",
        ]
        let lines = try modules.flatMap { module in
            try rows(of: "Mortise\(module)").map { "\(module): \($0)" }
        }
        try expectGolden(lines.joined(separator: "\n"), "InterfaceForServers")
    }

    @Test(
        "has a row for each declaration of a vocabulary, in a table of its own",
        arguments: ["Dip", "EasyDi", "Injector"]
    )
    func rowsForVocabularies(name: String) throws {
        let lines = try rows(of: "Mortise\(name)")
        try expectGolden(lines.joined(separator: "\n"), "InterfaceFor\(name)")
    }

    /// A line for each declaration of a module, with its meaning.
    private func rows(of module: String) throws -> [String] {
        try Declaration.all(of: module).map { declaration in
            let meaning = Interface.meaning(
                of: declaration.name,
                in: declaration.owner,
                of: module
            )
            #expect(meaning != nil, "\(declaration.owner).\(declaration.name) has no row")
            return "\(declaration): \(meaning?.rawValue ?? "?")"
        }
    }
}

/// A declaration of an interface in `API`.
private struct Declaration: CustomStringConvertible {
    let owner: String
    let name: String
    let labels: String

    var description: String { "\(owner).\(name)\(labels)" }

    static func all(of module: String) throws -> [Declaration] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "API/\(module).swiftinterface")
        var owners: [String?] = []
        var found: [Declaration] = []
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let line = line.drop { $0 == " " }
            if line.hasPrefix("//") { continue }
            if line == "}" {
                owners.removeLast()
                continue
            }
            let type = line.firstMatch(
                of: /^(?:[@\w() ]*?)\b(?:extension|class|struct|enum|protocol)\s+([\w.]+)/
            )
            let name = line.firstMatch(of: /\b(?:func|var|let|case)\s+([^\s(<:]+)/)?.1
            if let type, name == nil || line.hasSuffix("{") && !line.contains("func ") {
                owners.append(String(type.1))
                continue
            }
            let path = owners.compactMap { $0 }.joined(separator: ".")
            if let name {
                found.append(Declaration(owner: path, name: String(name), labels: labels(line)))
            } else if line.contains(/\binit\b/) {
                found.append(Declaration(owner: path, name: "init", labels: labels(line)))
            } else if line.contains(/\bsubscript\b/) {
                found.append(Declaration(owner: path, name: "subscript", labels: labels(line)))
            }
            if line.hasSuffix("{") { owners.append(nil) }
        }
        return found
    }

    /// The labels of a function's parameters, and what tells overloads with the same ones apart.
    private static func labels(_ line: Substring) -> String {
        guard line.contains(/\b(?:func|init|subscript)\b/), let open = line.firstIndex(of: "(")
        else {
            return ""
        }
        return String(line[open...])
    }
}
