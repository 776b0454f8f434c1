// SPDX-License-Identifier: MIT

package import Foundation
import MortiseGraph

/// The findings with which a project begins, and which do not fail it.
///
/// They are told apart by their identity: what moves to another line stays known, and what is new is
/// not.
package struct Baseline: Sendable {
    /// An identity, and how many findings have it.
    package struct Entry: Hashable, Sendable {
        package let identity: Finding.Identity
        package let count: Int
    }

    fileprivate private(set) var counts: [Finding.Identity: Int] = [:]

    /// Creates the baseline of what was found.
    package init(of report: Report) {
        for finding in report.findings where finding.kind != .note {
            counts[finding.identity, default: 0] += 1
        }
    }

    /// Reads a baseline.
    ///
    /// - Throws: ``ProverError`` if the text is none, or one of another version.
    package init(reading data: Data) throws {
        struct File: Decodable {
            let version: Int
            let findings: [Counted]
        }
        struct Counted: Decodable {
            let identity: Finding.Identity
            let count: Int

            enum Key: String, CodingKey { case count }

            init(from decoder: any Decoder) throws {
                identity = try Finding.Identity(from: decoder)
                count = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .count)
            }
        }
        guard let file = try? JSONDecoder().decode(File.self, from: data) else {
            throw ProverError("it is no baseline; write one with --write-baseline")
        }
        guard file.version == 1 else {
            throw ProverError(
                "it is a baseline of version \(file.version), which is not known; write one with "
                    + "--write-baseline"
            )
        }
        for entry in file.findings { counts[entry.identity, default: 0] += entry.count }
    }

    /// The known findings, in an order that is always the same.
    package var entries: [Entry] { Self.entries(of: counts) }

    fileprivate static func entries(of counts: [Finding.Identity: Int]) -> [Entry] {
        counts.sorted { $0.key < $1.key }.map { Entry(identity: $0.key, count: $0.value) }
    }

    /// The text of the baseline, which is the same for the same findings.
    package var text: String {
        let document = JSONValue.object([
            ("version", .number(1)),
            ("findings", .array(entries.map(\.json))),
        ])
        return document.rendered() + "\n"
    }

    /// Leaves out what a report does not find any more.
    package mutating func prune(_ report: Report) {
        for entry in report.outdated { counts[entry.identity, default: 0] -= entry.count }
        counts = counts.filter { $0.value > 0 }
    }
}

extension Baseline {
    /// Reads a baseline from a file.
    ///
    /// - Throws: ``ProverError`` if the file cannot be read, or is no baseline.
    package init(reading file: URL) throws {
        guard let data = FileManager.default.contents(atPath: file.path) else {
            throw ProverError("\(file.path) cannot be read; write one with --write-baseline")
        }
        do { try self.init(reading: data) } catch {
            throw ProverError("\(file.path): \(error)")
        }
    }

    /// Writes the baseline to a file, as a whole or not at all.
    ///
    /// - Throws: ``ProverError`` if that is not possible.
    package func write(to file: URL) throws {
        let folder = file.deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else {
            throw ProverError("\(file.path) cannot be written: there is no folder \(folder)")
        }
        do { try Data(text.utf8).write(to: file, options: .atomic) } catch {
            throw ProverError("\(file.path) cannot be written: \(error.localizedDescription)")
        }
    }
}

extension Report {
    /// The report without what a baseline knows.
    ///
    /// Of several findings of one identity, the first ones are known. Nothing is outdated for a report that
    /// was cut short.
    ///
    /// - Parameters:
    ///   - baseline: What is known.
    ///   - modules: Those whose findings would have been found, or `nil` for all. What the baseline knows of
    ///     others is never outdated: nobody has looked.
    /// - Returns: The report with what is new, and what is outdated.
    package func beyond(_ baseline: Baseline, modules: Set<String>? = nil) -> Report {
        var left = baseline.counts
        var report = self
        report.findings = findings.filter { finding in
            guard finding.kind != .note, let count = left[finding.identity], count > 0 else {
                return true
            }
            left[finding.identity] = count - 1
            return false
        }
        report.known = findings.count - report.findings.count
        if !isCutShort {
            report.outdated = Baseline.entries(
                of: left.filter { $0.value > 0 && modules?.contains($0.key.module) != false }
            )
        }
        return report
    }
}

extension Baseline.Entry {
    var json: JSONValue {
        .object(identity.members + [("count", .number(count))])
    }
}

extension Finding.Identity {
    /// Its parts with their names.
    var words: [(name: String, text: String)] {
        [
            ("code", code), ("module", module), ("declaration", declaration),
            ("container", container), ("key", key),
        ]
    }

    var members: [(name: String, value: JSONValue)] {
        words.map { ($0.name, .string($0.text)) }
    }
}
