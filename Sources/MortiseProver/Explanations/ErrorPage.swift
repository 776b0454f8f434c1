// SPDX-License-Identifier: MIT

import MortiseGraph

/// What the documentation says of an error code.
package struct ErrorPage: Hashable, Sendable {
    /// The code, in `kebab-case`.
    package let code: String
    /// What it means, in a sentence on one line.
    package let summary: String
    /// The whole page as text, without a final newline.
    package let text: String

    /// The page of a code; `nil` if there is none.
    package static func page(of code: String) -> ErrorPage? { all.first { $0.code == code } }

    /// The codes that are spelled nearly like a text, the nearest first.
    package static func codes(like text: String) -> [String] {
        NearMisses.names(like: text, among: all.map(\.code))
    }

    /// All codes, each on a line with what it means.
    package static var list: String {
        let width = all.map(\.code.count).max() ?? 0
        return all.map { page in
            let space = String(repeating: " ", count: width + 2 - page.code.count)
            return page.code + space + page.summary + "\n"
        }.joined()
    }
}
