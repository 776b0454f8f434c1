// SPDX-License-Identifier: MIT

#if Hummingbird || GRPC
/// Keeps the scope of a request open for what its response writes, and closes it then.
///
/// Only the response holds it. So when the response is dropped without having been written, it goes,
/// and the scope is closed.
package final class ScopeKeeper: Sendable {
    package let scope: OpenableScope
    package let binding: RequestBinding

    package init(_ scope: OpenableScope, _ binding: RequestBinding) {
        self.scope = scope
        self.binding = binding
    }

    deinit { scope.closeInBackground(binding) }

    /// Closes the scope, if it is open.
    package func close() async { await scope.close(binding) }

    /// Runs what writes with everything bound, and closes the scope then, whether it throws or not.
    package func closing<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await scope.closing(binding, body)
    }
}
#endif
