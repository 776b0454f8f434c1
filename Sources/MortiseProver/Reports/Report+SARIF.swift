// SPDX-License-Identifier: MIT

import MortiseGraph

extension Report {
    /// The report in the Static Analysis Results Interchange Format, version 2.1.0.
    ///
    /// Fingerprints are made of identities, so a result stays the same while lines move.
    ///
    /// - Parameters:
    ///   - version: The version of the command.
    ///   - folder: The path from `%SRCROOT%` to the package, empty or with a slash at its end.
    /// - Returns: The text, with a final newline. Equal reports give equal texts.
    package func sarif(version: String, in folder: String = "") -> String {
        let codes = Set(findings.map { "\($0.diagnostic.code)" }).sorted()
        let driver = JSONValue.object([
            ("name", .string("mortise")),
            ("version", .string(version)),
            ("rules", .array(codes.map(Self.rule))),
        ])
        var times: [Finding.Identity: Int] = [:]
        let results = findings.map { finding -> JSONValue in
            times[finding.identity, default: 0] += 1
            return finding.sarif(
                rule: codes.firstIndex(of: "\(finding.diagnostic.code)") ?? 0,
                time: times[finding.identity] ?? 1,
                in: folder
            )
        }
        var members: [(name: String, value: JSONValue)] = [
            ("tool", .object([("driver", driver)])),
            ("columnKind", .string("utf16CodeUnits")),
            ("results", .array(results)),
        ]
        if !outdated.isEmpty { members.append(("invocations", .array([remarks]))) }
        let document = JSONValue.object([
            ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
            ("version", .string("2.1.0")),
            ("runs", .array([.object(members)])),
        ])
        return document.rendered() + "\n"
    }

    /// A rule, with what its page says.
    private static func rule(_ code: String) -> JSONValue {
        guard let page = ErrorPage.page(of: code) else { return .object([("id", .string(code))]) }
        let summary = ("text", JSONValue.string(page.summary))
        return .object([
            ("id", .string(code)),
            ("shortDescription", .object([summary])),
            ("help", .object([summary, ("markdown", .string(page.text))])),
        ])
    }

    /// What to say beside the results.
    private var remarks: JSONValue {
        let notes = outdated.map { entry in
            let text = JSONValue.object([("text", .string(entry.remark))])
            return JSONValue.object([("level", .string("note")), ("message", text)])
        }
        return .object([
            ("executionSuccessful", .bool(true)), ("toolExecutionNotifications", .array(notes)),
        ])
    }
}

extension Finding {
    /// - Parameters:
    ///   - rule: The index of its rule.
    ///   - time: How often its identity was there, this time included.
    ///   - folder: The path to the package.
    /// - Returns: The result.
    fileprivate func sarif(rule: Int, time: Int, in folder: String) -> JSONValue {
        let artifact = JSONValue.object([
            ("uri", .string((folder + place.path).asURI)), ("uriBaseId", .string("%SRCROOT%")),
        ])
        let region = JSONValue.object([
            ("startLine", .number(place.line)), ("startColumn", .number(columnInUTF16)),
        ])
        let location = JSONValue.object([("artifactLocation", artifact), ("region", region)])
        let fingerprint = (identity.words.map(\.text) + ["\(time)"]).joined(separator: " | ")
        let members: [(name: String, value: JSONValue)] = [
            ("ruleId", .string("\(diagnostic.code)")),
            ("ruleIndex", .number(rule)),
            ("level", .string(kind.severity.rawValue)),
            ("message", .object([("text", .string(message))])),
            ("locations", .array([.object([("physicalLocation", location)])])),
            ("partialFingerprints", .object([("mortise/v1", .string(fingerprint))])),
        ]
        return .object(members)
    }
}

extension String {
    /// The path as a relative reference.
    fileprivate var asURI: String {
        utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = byte < 128 && (character.isLetter || character.isNumber)
            if isPlain || "/-._~".contains(character) { return String(character) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }
}
