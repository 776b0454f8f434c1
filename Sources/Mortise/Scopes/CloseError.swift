// SPDX-License-Identifier: MIT

public import MortiseGraph

/// What went wrong while a container was closed.
///
/// Everything that could be disposed of was, whatever this lists.
public struct CloseError: Error, Sendable {
    /// A disposer that threw.
    public struct Failure: Sendable {
        /// What the container is called that kept the instance.
        public let container: String
        /// Whose instance it was to dispose of.
        public let key: Key
        /// Where that definition was written.
        public let site: SourceSite?
        /// What it threw.
        public let error: any Error
    }

    /// What the container is called.
    public let container: String
    /// The disposers that threw, in the order they ran.
    public internal(set) var failures: [Failure] = []
    /// What was not disposed of in time, by definition: what runs, then what was to follow.
    ///
    /// It goes on after the error was thrown.
    public internal(set) var unfinished: [Diagnostic.Step] = []

    /// Whether all that is left is under construction.
    var isWaiting = false

    init(_ container: String) { self.container = container }

    var isEmpty: Bool { failures.isEmpty && unfinished.isEmpty && !isWaiting }

    /// The error as values that a report can show beside the findings of a validation.
    public var diagnostics: [Diagnostic] {
        var diagnostics = failures.map { failure in
            Diagnostic(
                .closeFailed,
                fact: "Closing \"\(failure.container)\" could not dispose of \(failure.key)",
                path: [Diagnostic.Step(failure.key, at: failure.site)],
                underlying: String(describing: failure.error),
                hint: "let the disposer handle it; everything else was disposed of"
            )
        }
        if !unfinished.isEmpty || isWaiting {
            diagnostics.append(
                Diagnostic(
                    .closeFailed,
                    fact: "Closing \"\(container)\" did not finish in time: \(left)",
                    path: unfinished,
                    hint: isWaiting
                        ? "it goes on as soon as that has ended"
                        : "it goes on; the first of these is what takes so long"
                )
            )
        }
        return diagnostics
    }

    private var left: String {
        if isWaiting { return "something is still under construction" }
        let count = unfinished.count
        return count == 1 ? "1 instance is left" : "\(count) instances are left"
    }
}

extension CloseError: CustomStringConvertible {
    /// The error in the form that all messages of this library have.
    public var description: String {
        diagnostics.map { $0.rendered() }.joined(separator: "\n\n")
    }
}
