// SPDX-License-Identifier: MIT

#if GRPC
import GRPCCore
import Logging
import Mortise
import MortiseRequests

extension RequestBinding {
    /// Takes over what the running task has bound, and the scope, if it was opened.
    init(of scope: OpenableScope) {
        self.init(Logger.current, scope)
    }

    /// The error to end a call with instead of an error of the container, which is logged.
    ///
    /// - Returns: Nothing for other errors.
    func refusal(for error: (any Error)?) -> RPCError? {
        if let refusal = (error as? ResolutionError)?.underlying as? any RPCErrorConvertible {
            return RPCError(refusal)
        }
        guard let error, error is ResolutionError || error is CallScopeError else { return nil }
        logger.error("The call cannot be answered", metadata: ["error": "\(error)"])
        return RPCError(
            code: .internalError,
            message: "The server cannot answer this call.",
            cause: error
        )
    }
}
#endif
