// SPDX-License-Identifier: MIT

import MortiseGraph

extension Report {
    /// The findings as commands that GitHub shows beside the lines of code, and a summary.
    ///
    /// - Parameter folder: The path from the repository to the package, empty or with a slash at its
    ///   end.
    /// - Returns: The text, with a final newline.
    package func renderedForGitHub(in folder: String = "") -> String {
        var lines = findings.map { finding in
            let word = finding.kind.severity == .note ? "notice" : finding.kind.severity.rawValue
            let properties = [
                ("file", folder + finding.place.path), ("line", "\(finding.place.line)"),
                ("col", "\(finding.columnInUTF16)"), ("title", "\(finding.diagnostic.code)"),
            ].map { "\($0)=\($1.inGitHubProperty)" }.joined(separator: ",")
            return "::\(word) \(properties)::\(finding.message.inGitHubData)"
        }
        lines += outdated.map { "::notice::" + $0.remark.inGitHubData }
        return (lines + [summary]).joined(separator: "\n") + "\n"
    }
}

extension Finding {
    /// The column in UTF-16, from 1.
    var columnInUTF16: Int {
        place.columnInUTF16(of: line)
    }

    /// The fact, the path and the hint, without the code.
    var message: String {
        let text = diagnostic.rendered()
        return text.firstIndex(of: "]").map { String(text[$0...].dropFirst(2)) } ?? text
    }
}

extension String {
    /// Text behind the colons of a command.
    fileprivate var inGitHubData: String {
        escaped { ["%": "%25", "\r": "%0D", "\n": "%0A"][$0] }
    }

    /// The value of a property of a command.
    fileprivate var inGitHubProperty: String {
        inGitHubData.escaped { [":": "%3A", ",": "%2C"][$0] }
    }
}
