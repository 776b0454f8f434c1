// SPDX-License-Identifier: MIT

package import MortiseGraph

/// What the prover says of a call site.
package enum Verdict: Hashable, Sendable {
    /// It resolves whenever it is reached.
    case proven

    /// It fails whenever it is reached.
    case wrong(Diagnostic)

    /// It fails on a way that cannot be excluded; the condition that decides, if one is known.
    case mayFail(Diagnostic, Place?)

    /// It cannot be known, and why.
    case notProven(String, Place)

    /// Whether a test fails even if it catches the error.
    var failsItsTest: Bool {
        switch self {
        case .wrong(let finding), .mayFail(let finding, _): finding.code == .unstubbed
        case .proven, .notProven: false
        }
    }

    /// The verdict on a site that is reached in two ways.
    func joined(_ other: Verdict) -> Verdict {
        switch (self, other) {
        case (.notProven, _): self
        case (_, .notProven): other
        case (.wrong, .wrong), (.proven, .proven), (.mayFail, _): self
        case (_, .mayFail): other
        case (.wrong(let finding), .proven), (.proven, .wrong(let finding)):
            .mayFail(finding, nil)
        }
    }
}

/// A call site with its verdict.
package struct JudgedSite: Sendable {
    package let place: Place
    package var verdict: Verdict
    /// Whether a failure there is handled at once.
    package var isCaught: Bool
    /// What is asked for there, if that is known.
    package var asked: Asked?

    /// A request to a container.
    package struct Asked: Sendable {
        /// The name of the container.
        package let container: String
        package let key: Key
    }
}

extension Place: Comparable {
    package static func < (first: Place, second: Place) -> Bool {
        (first.file, first.start, first.end) < (second.file, second.start, second.end)
    }
}
