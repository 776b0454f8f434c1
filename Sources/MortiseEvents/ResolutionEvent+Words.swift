// SPDX-License-Identifier: MIT

#if Observability
package import Mortise
package import MortiseGraph

extension ResolutionEvent {
    /// The name of the scope that the event is about.
    package var scopeName: String {
        guard case .scoped(let name) = lifetime else { return "" }
        return name
    }
}

extension Graph.Lifetime {
    /// Whether the instance outlives the task that asks for it first.
    package var isSingleton: Bool {
        switch self {
        case .singleton, .eagerSingleton, .weakSingleton: true
        default: false
        }
    }
}

/// What is told about an error, in a few words that do not grow in number.
package struct ErrorWords {
    /// The code of a `ResolutionError`, `cancelled`, or `other`.
    package let code: String

    /// Whether the build was cancelled.
    package let isCancellation: Bool

    /// One line.
    package let summary: String

    package init(_ error: any Error) {
        let resolution = error as? ResolutionError
        let cause = resolution?.underlying ?? error
        isCancellation = cause is CancellationError
        code = isCancellation ? "cancelled" : resolution?.code.slug ?? "other"
        summary =
            resolution.map { error in
                let first = error.description.prefix { !$0.isNewline }
                return error.underlying.map { "\(first): \(Self.firstLine(of: $0))" }
                    ?? String(first)
            } ?? Self.firstLine(of: error)
    }

    private static func firstLine(of error: any Error) -> String {
        String("\(error)".prefix { !$0.isNewline })
    }
}
#endif
