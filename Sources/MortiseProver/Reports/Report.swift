// SPDX-License-Identifier: MIT

package import MortiseGraph

/// What was found out about a package.
package struct Report: Sendable {
    /// The findings, in the order of their places.
    package var findings: [Finding] = []
    package var proven = 0
    package var wrong = 0
    package var mayFail = 0
    package var notProven = 0
    /// Failures that are handled where they happen.
    package var handled = 0
    package var excused = 0
    /// How many findings a baseline knows, which are not among ``findings``.
    package var known = 0
    /// Whether it ended before all was known: what it does not find may be there.
    package var isCutShort = false
    /// What a baseline knows, and does not occur any more.
    package var outdated: [Baseline.Entry] = []

    package init() {}

    /// The exit status: 0 if all is proven, 1 if something is wrong, 2 if something may fail or is not
    /// proven, or if there is nothing to prove.
    package var status: Int32 {
        let kinds = Set(findings.map(\.kind))
        if kinds.contains(.error) { return 1 }
        return kinds.contains(.mayFail) || kinds.contains(.notProven) || count == 0 ? 2 : 0
    }

    /// How many call sites there are.
    package var count: Int { proven + wrong + mayFail + notProven + handled + excused }
}

/// A finding at a place.
package struct Finding: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case error
        case mayFail = "may-fail"
        case notProven = "not-proven"
        case warning, note

        /// Whether it is an error, a warning or a note for who does not know the others.
        var severity: Diagnostic.Severity {
            switch self {
            case .error, .mayFail, .notProven: .error
            case .warning: .warning
            case .note: .note
            }
        }
    }

    package let kind: Kind
    package let place: SourcePlace
    package let diagnostic: Diagnostic
    /// The line of code, and the column at which the caret stands, from 1.
    package let line: String
    /// Whether another finding says all that there is to say.
    package let isBrief: Bool
    package let identity: Identity

    /// What stays the same of a finding while lines move.
    package struct Identity: Hashable, Sendable, Codable {
        package let code: String
        package let module: String
        /// The function, property or type around it; empty if it stands in none.
        package let declaration: String
        /// The name of the container that is asked; empty if none is, or if it is not known.
        package let container: String
        /// What fails, or what is asked for; empty if that is not known.
        package let key: String
    }
}

extension Finding.Identity: Comparable {
    package static func < (first: Self, second: Self) -> Bool {
        (first.module, first.declaration, first.container, first.key, first.code)
            < (second.module, second.declaration, second.container, second.key, second.code)
    }
}

/// A place as people read it.
package struct SourcePlace: Hashable, Sendable {
    /// The path, relative to the package.
    package let path: String
    /// The line, from 1.
    package let line: Int
    /// The column in bytes, from 1.
    package let column: Int

    package init(path: String, line: Int, column: Int) {
        self.path = path
        self.line = line
        self.column = column
    }

    /// The column in UTF-16, from 1.
    ///
    /// - Parameter text: The text of the line.
    /// - Returns: The column.
    func columnInUTF16(of text: String) -> Int {
        String(decoding: text.utf8.prefix(column - 1), as: UTF8.self).utf16.count + 1
    }
}

extension SourcePlace: Comparable {
    package static func < (first: SourcePlace, second: SourcePlace) -> Bool {
        (first.path, first.line, first.column) < (second.path, second.line, second.column)
    }
}

/// The texts of the files that were read.
package protocol SourceTexts {
    /// The place of the beginning of something.
    func place(_ place: Place) -> SourcePlace
    /// The text of a line of a file, from 1, or an empty text.
    func line(_ number: Int, of path: String) -> String
}
