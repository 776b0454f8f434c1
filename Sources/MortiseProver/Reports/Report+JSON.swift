// SPDX-License-Identifier: MIT

import MortiseGraph

extension Report {
    /// The report as JSON.
    ///
    /// The top level is an object with these members, always in this order:
    ///
    /// - `version`: the number 1. It grows when a reader of the old shape could be misled. New members
    ///   do not change it.
    /// - `status`: the exit status.
    /// - `counts`: how many call sites are `proven`, `wrong`, `mayFail`, `notProven`, `handled` and
    ///   `excused`, and how many findings are `known` by a baseline.
    /// - `findings`: objects with `kind` (`error`, `may-fail`, `not-proven`, `warning` or `note`),
    ///   `code`, `fact`, `hint` or `null`, `file`, relative to the package, `line`, `column`, in UTF-16
    ///   and from 1 as the line, `path`: objects with `key`, `file` and `line`, of which the last two
    ///   may be `null`, and `identity`: an object with `code`, `module`, `declaration`, `container` and
    ///   `key`, which stays the same while lines move.
    /// - `outdated`: identities with `count` that a baseline knows, and that do not occur any more.
    ///
    /// - Returns: The text, with a final newline. Equal reports give equal texts.
    package func json() -> String {
        let counts: [(name: String, value: JSONValue)] = [
            ("proven", .number(proven)), ("wrong", .number(wrong)), ("mayFail", .number(mayFail)),
            ("notProven", .number(notProven)), ("handled", .number(handled)),
            ("excused", .number(excused)), ("known", .number(known)),
        ]
        let document = JSONValue.object([
            ("version", .number(1)),
            ("status", .number(Int(status))),
            ("counts", .object(counts)),
            ("findings", .array(findings.map(\.json))),
            ("outdated", .array(outdated.map(\.json))),
        ])
        return document.rendered() + "\n"
    }
}

extension Finding {
    fileprivate var json: JSONValue {
        let path = diagnostic.path.map { step -> JSONValue in
            .object([
                ("key", .string("\(step.key)")),
                ("file", step.site.map { .string($0.file) } ?? .null),
                ("line", step.site.map { .number($0.line) } ?? .null),
            ])
        }
        let members: [(name: String, value: JSONValue)] = [
            ("kind", .string(kind.rawValue)),
            ("code", .string("\(diagnostic.code)")),
            ("fact", .string(diagnostic.fact)),
            ("hint", diagnostic.hint.map { .string($0) } ?? .null),
            ("file", .string(place.path)),
            ("line", .number(place.line)),
            ("column", .number(columnInUTF16)),
            ("path", .array(path)),
            ("identity", .object(identity.members)),
        ]
        return .object(members)
    }
}
