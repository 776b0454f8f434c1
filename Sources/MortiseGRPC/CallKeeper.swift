// SPDX-License-Identifier: MIT

#if GRPC
import GRPCCore
import Logging
import Mortise
import MortiseRequests

/// Keeps the scope of a call open for the messages of its response, and closes it then.
///
/// Only the response holds it. So when the response is dropped, and no messages are produced, it
/// goes, and the scope is closed.
final class CallKeeper: Sendable {
    private let scope: OpenableScope
    private let binding: RequestBinding

    init(_ scope: OpenableScope, _ binding: RequestBinding) {
        self.scope = scope
        self.binding = binding
    }

    deinit { scope.closeInBackground(binding) }

    /// Returns the contents of a response whose producer closes the scope when it is done.
    func keeping<Message>(
        _ contents: StreamingServerResponse<Message>.Contents
    ) -> StreamingServerResponse<Message>.Contents {
        let produce = contents.producer
        return StreamingServerResponse.Contents(metadata: contents.metadata) { [self] writer in
            do {
                return try await CallScope(scope).bound {
                    try await scope.closing(binding) { try await produce(writer) }
                }
            } catch {
                throw binding.answer(to: error)
            }
        }
    }
}
#endif
