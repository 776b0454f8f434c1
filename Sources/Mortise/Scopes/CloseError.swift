// SPDX-License-Identifier: MIT

public import MortiseGraph

/// An error of closing a container.
///
/// A disposer that fails does not keep the others from running.
public struct CloseError: Error, Sendable {
    /// A disposer that threw.
    public struct Failure: Sendable {
        /// The name of the container that kept the instance.
        public let container: String
        /// The key of the instance's definition.
        public let key: Key
        /// The source location of the definition.
        public let site: SourceSite?
        /// Whether a decorator made the instance.
        public let isDecorator: Bool
        /// The error that the disposer threw.
        public let error: any Error
    }

    /// The name of the container that was closed.
    public let container: String
    /// The disposers that threw, in the order they ran.
    public let failures: [Failure]
    /// The definitions whose instances were not disposed of in time: the current one, then those
    /// that follow.
    ///
    /// Disposal continues after the error is thrown.
    public internal(set) var unfinished: [Diagnostic.Step] = []

    /// Whether all instances that are left are under construction.
    var isWaiting = false

    init(_ container: String, _ failures: [Failure] = []) {
        (self.container, self.failures) = (container, failures)
    }

    /// The error as diagnostics, like the findings of a validation.
    public var diagnostics: [Diagnostic] {
        var diagnostics = failures.map { failure in
            Diagnostic(
                .closeFailed,
                fact: "Closing \"\(failure.container)\" could not dispose of \(failure.key)",
                path: [
                    Diagnostic.Step(
                        failure.key,
                        at: failure.site,
                        isDecorator: failure.isDecorator
                    )
                ],
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
    /// The error as text, in the form of all messages of this library.
    public var description: String {
        diagnostics.map { $0.rendered() }.joined(separator: "\n\n")
    }
}
