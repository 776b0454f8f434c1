// SPDX-License-Identifier: MIT

#if GRPC
import GRPCCore
import MortiseRequests

extension ScopeKeeper {
    /// Returns the contents of a response whose producer closes the scope when it is done.
    func keeping<Message>(
        _ contents: StreamingServerResponse<Message>.Contents
    ) -> StreamingServerResponse<Message>.Contents {
        let produce = contents.producer
        return StreamingServerResponse.Contents(metadata: contents.metadata) { [self] writer in
            do {
                return try await CallScope(scope).bound {
                    try await closing { try await produce(writer) }
                }
            } catch {
                throw binding.refusal(for: error) ?? error
            }
        }
    }
}
#endif
